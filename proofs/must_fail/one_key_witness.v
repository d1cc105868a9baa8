(* one_key_witness.v - for counterexamples to narrower definitions of a softmax: one key, whose score is 0, at the shift
   0. *)
From Coq Require Import Reals ZArith List Permutation Lra Lia.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum engine.
From Plumbline.must_fail Require Import engine_witness.
Import ListNotations.
Open Scope R_scope.

Lemma rounded_kept : forall u t x, 0 <= u -> 0 <= t -> near_rounded u t x x.
Proof.
  intros u t x U T. unfold near_rounded. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
  assert (P := Rmult_le_pos _ _ U (Rabs_pos x)). lra.
Qed.

Lemma roundings_kept : forall u t n x, 0 <= u -> 0 <= t -> P_roundings u t (Z.of_nat n) x x.
Proof.
  intros u t n x U T. induction n as [|n IH]; [apply roundings_none|]. rewrite Nat2Z.inj_succ.
  apply (roundings_next _ _ _ _ x); [exact IH|apply rounded_kept; assumption].
Qed.

Lemma one_term : forall u t f x depth all factors s, partial u t f x [(0%Z, 1)] depth all factors s ->
  P_rescaled_sum u t f x (fun _ => 1) 1 depth all factors s.
Proof.
  intros u t f x depth all factors s P. exists [(0%Z, 1)]. split; [apply Permutation_refl|].
  split; [intros term [E|[]]; subst term; reflexivity|exact P].
Qed.

(* the term, off by the same part of itself at each of n roundings *)
Lemma term_grown : forall u f x g n, Rabs (g - 1) <= u ->
  partial u 0 f x [(0%Z, 1)] (Z.of_nat n) (Z.of_nat n) 0 (x 0%Z * g ^ n).
Proof.
  intros u f x g n G. induction n as [|n IH]; [simpl; rewrite Rmult_1_r; apply partial_term|].
  rewrite Nat2Z.inj_succ. apply (partial_rounded _ _ _ _ _ _ _ _ (x 0%Z * g ^ n)); [exact IH|]. unfold near_rounded.
  replace (x 0%Z * g ^ S n - x 0%Z * g ^ n) with ((g - 1) * (x 0%Z * g ^ n)) by (simpl; ring).
  rewrite Rabs_mult, Rplus_0_r. apply Rmult_le_compat_r; [apply Rabs_pos|exact G].
Qed.

Lemma shift_of_one : forall t, 0 <= t AHEAD -> P_shifts_to t none 1 2 0.
Proof.
  intros t T. assert (L := ln_lt_2). split; [exists 0%Z; unfold none, only, ahead; simpl; split; [lia|lra]|].
  left. intros j J. lia.
Qed.

Lemma sized_one : forall u t, 0 <= t AHEAD -> 0 <= t BEHIND -> sized u t none 1 0 0.
Proof.
  intros u t A B. unfold sized, is_far, reached, none, only. rewrite Rabs_R0. split; [|split; [|lra]].
  - intros j J _. destruct (j =? 0)%Z; rewrite Rabs_R0; lra.
  - exists 0%Z. simpl. rewrite Rabs_R0. split; [lia|]. split; [lra|reflexivity].
Qed.

Lemma key_of_one : forall u t r, P_is_roundings u t -> u EXPONENT = 0 -> u RESCALING = 0 ->
  key_computed u t none 1 r 0 0 0 0 1 1.
Proof.
  intros u t r UT E R. assert (S : forall k, (0 <= k < 12)%Z -> 0 <= u k /\ 0 <= t k) by exact UT. left.
  destruct (S 4%Z ltac:(lia)), (S 9%Z ltac:(lia)), (S 10%Z ltac:(lia)). split; [unfold is_far, none, only; simpl; lra|].
  split; [right; split; reflexivity|]. exists 0, 0, 0, 0, 0. unfold none, only. simpl.
  rewrite Rminus_0_r, Rplus_0_r, exp_0.
  repeat split; try (apply rounded_kept; assumption); try lra; [apply (roundings_kept _ _ 6); assumption|].
  assert (G : forall k, L_gamma_of k 0 = 0) by (intro k; unfold L_gamma_of, Rdiv; ring).
  unfold joining. rewrite E, R, !G, Rabs_R0, !Rmult_0_l. lra.
Qed.

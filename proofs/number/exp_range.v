(* No operation of the exponential overflows: a bound on every intermediate value, before and after
   its rounding. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded exp_rounding exp_reduction exp_polynomial.
Open Scope R_scope.

Theorem exp_k_range : forall x, Rabs x <= 708 ->
  Rabs (x * inverse_ln2) <= 1022 /\
  Rabs (rnd (x * inverse_ln2)) <= 1022 /\
  Rabs (rnd (x * inverse_ln2) + magic) <= 9007199254740992 /\
  Rabs (rnd (rnd (x * inverse_ln2) + magic)) <= 9007199254740992 /\
  Rabs (rnd (rnd (x * inverse_ln2) + magic) - magic) <= 9007199254740992 /\
  Rabs (exp_k x) <= 1021.
Proof.
  intros x H. destruct (exp_scaled_argument x H) as (A & _ & Y).
  destruct (exp_k_int x H) as (n & K & B).
  set (y := rnd (x * inverse_ln2)) in *.
  assert (T : Rabs (y + magic) <= bpow radix2 53).
  { apply Rabs_bounds in Y. apply Rabs_le. unfold magic. compute_bpow. lra. }
  assert (TR := rnd_bounded 53 _ ltac:(lia) T).
  assert (TL : 0 <= rnd (y + magic)).
  { apply Rabs_bounds in Y. rewrite <- (rnd_exact 0) by (apply (binary64_integer 0); lia).
    apply round_le; auto with typeclass_instances. unfold magic. lra. }
  compute_bpow. repeat (split; [assumption|]). split.
  - set (t := rnd (y + magic)) in *. clearbody t. apply Rabs_bounds in TR. apply Rabs_le.
    unfold magic. lra.
  - rewrite K, <- abs_IZR. apply IZR_le. lia.
Qed.

Theorem exp_r_range : forall x, rnd x = x -> Rabs x <= 708 ->
  Rabs (exp_k x * ln2_high) <= 709 /\
  Rabs (rnd (exp_k x * ln2_high)) <= 709 /\
  Rabs (x - rnd (exp_k x * ln2_high)) <= / 2 /\
  Rabs (rnd (x - rnd (exp_k x * ln2_high))) <= / 2 /\
  Rabs (exp_k x * ln2_low) <= / 2 /\
  Rabs (rnd (exp_k x * ln2_low)) <= / 2 /\
  Rabs (rnd (x - rnd (exp_k x * ln2_high)) - rnd (exp_k x * ln2_low)) <= 1 /\
  Rabs (exp_r x) <= 3467 / 10000.
Proof.
  intros x F H. destruct (exp_reduction_error x F H) as (L & LR & _ & R).
  destruct (exp_high_difference x (binary64_of_fixed x F) H) as (D & DB).
  destruct (exp_k_int x H) as (n & K & B).
  assert (KB : -1021 <= IZR n <= 1021) by (split; apply IZR_le; lia).
  rewrite K in *. destruct (exp_high_product n B) as (_ & P). rewrite P, D in *.
  compute_bpow. assert (HB : Rabs (IZR n * ln2_high) <= 709).
  { apply Rabs_le. unfold ln2_high. lra. }
  assert (L' : Rabs (rnd (IZR n * ln2_low)) <= / 2) by lra.
  assert (D' : Rabs (x - IZR n * ln2_high) <= / 2) by lra.
  repeat (split; [lra|]). split; [|exact R].
  apply Rabs_bounds in L'. apply Rabs_bounds in D'. apply Rabs_le. lra.
Qed.

(* One step of Horner's rule keeps its value below one. *)
Theorem exp_step_range : forall q r c,
  Rabs q <= 1 -> Rabs r <= / 2 -> Rabs c <= / 2 ->
  Rabs (q * r) <= / 2 /\ Rabs (rnd (q * r)) <= / 2 /\
  Rabs (rnd (q * r) + c) <= 1 /\ Rabs (exp_step q r c) <= 1.
Proof.
  intros q r c Q R C.
  assert (P : Rabs (q * r) <= / 2).
  { rewrite Rabs_mult, <- (Rmult_1_l (/ 2)). apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  assert (PR := rnd_bounded (-1) (q * r) ltac:(lia) P). compute_bpow.
  assert (S : Rabs (rnd (q * r) + c) <= 1).
  { eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (SR := rnd_bounded 0 _ ltac:(lia) S).
  repeat (split; [assumption|]). exact SR.
Qed.

Theorem exp_poly_range : forall r, Rabs r <= 3467 / 10000 ->
  Rabs (r * r) <= / 2 /\ Rabs (rnd (r * r)) <= / 2 /\
  Rabs (exp_horner r) <= 1 /\
  Rabs (rnd (r * r) * exp_horner r) <= / 2 /\
  Rabs (rnd (rnd (r * r) * exp_horner r)) <= / 2 /\
  Rabs (r + rnd (rnd (r * r) * exp_horner r)) <= 1 /\
  Rabs (rnd (r + rnd (rnd (r * r) * exp_horner r))) <= 1 /\
  Rabs (1 + rnd (r + rnd (rnd (r * r) * exp_horner r))) <= 2 /\
  70 / 100 <= exp_poly r <= 142 / 100.
Proof.
  intros r H. destruct (exp_horner_error r H) as (Q & _).
  destruct (exp_poly_bounds r H) as (_ & P).
  assert (C : Rabs (/ 2) <= / 2) by (rewrite Rabs_pos_eq; lra).
  destruct (exp_step_range r r (/ 2) ltac:(lra) ltac:(lra) C) as (S & SR & _).
  set (s := rnd (r * r)) in *. set (q := exp_horner r) in *.
  destruct (exp_step_range q s r Q SR ltac:(lra)) as (M & MR & U & UR).
  unfold exp_step in UR. rewrite (Rmult_comm q s) in M, MR, U, UR.
  rewrite (Rplus_comm _ r) in U, UR.
  repeat (split; [assumption|]). split; [|exact P].
  apply Rabs_bounds in UR. apply Rabs_le. lra.
Qed.

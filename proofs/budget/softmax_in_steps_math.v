(* softmax_in_steps_math.v - what computes a softmax step by step, key after key, is an online softmax. *)
From Coq Require Import Reals ZArith List Permutation Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence binary64 rounded_sum engine.
From Plumbline.compare Require Import rounded_sum_math.
From Plumbline.budget Require Import step_by_step_math.
Import ListNotations.
Open Scope R_scope.

(* sums that are not rescaled may be *)
Lemma partial_of_more : forall u t (x : A_seq) f, 0 <= f ->
  (forall terms d k r s, partial u t 0 x terms d k r s -> partial u t f x terms d k r s) /\
  (forall terms d k r p s size, gathered u t 0 x terms d k r p s size -> gathered u t f x terms d k r p s size).
Proof.
  intros u t x f F. apply (partial_gathered_ind u t 0 x (partial u t f x) (gathered u t f x)); intros.
  - apply partial_none.
  - apply partial_term.
  - eapply partial_rounded; eassumption.
  - apply partial_joined; assumption.
  - apply partial_scaled; [assumption|lra].
  - eapply partial_block; eassumption.
  - apply gathered_first; assumption.
  - apply gathered_next; assumption.
Qed.

Lemma sum_over_keys : forall u t f (x p s : A_seq) n, 0 <= f -> (0 <= n)%Z -> s 0%Z = 0 ->
  (forall i, (0 <= i < n)%Z -> near_rounded u t (x i) (p i) /\ near_rounded u t (s i + p i) (s (i + 1)%Z)) ->
  exists depth, (depth <= n + 1)%Z /\ P_rescaled_sum u t f x (fun _ => 1) n depth (2 * n) 0 (s n).
Proof.
  intros u t f x p s n F N S0 H. rewrite <- (Z2Nat.id n N) in H.
  destruct (partial_in_order u t x p s _ S0 H) as (depth & D & P). rewrite (Z2Nat.id n N) in D.
  exists depth. split; [exact D|]. apply (proj1 (partial_of_more u t x f F)) in P. apply sum_of_terms in P.
  rewrite (Z2Nat.id n N) in P. exact P.
Qed.

Lemma largest_size : forall (s : A_seq) k, exists i, (0 <= i <= Z.of_nat k)%Z /\
  forall j, (0 <= j <= Z.of_nat k)%Z -> Rabs (s j) <= Rabs (s i).
Proof.
  intros s k. induction k as [|k (i & I & M)].
  - exists 0%Z. split; [lia|]. intros j J. replace j with 0%Z by lia. apply Rle_refl.
  - destruct (Rle_lt_dec (Rabs (s (Z.of_nat (S k)))) (Rabs (s i))) as [L|L].
    + exists i. split; [lia|]. intros j J. destruct (Z.eq_dec j (Z.of_nat (S k))) as [E|E]; [rewrite E; exact L|].
      apply M. lia.
    + exists (Z.of_nat (S k)). split; [lia|]. intros j J. destruct (Z.eq_dec j (Z.of_nat (S k))) as [E|E];
        [rewrite E; apply Rle_refl|]. eapply Rle_trans; [apply M; lia|left; exact L].
Qed.

Definition in_steps (u t : A_seq) (score high y : R) : Prop := exists a b x stored,
  rounded_at u t EXPONENT score a /\ rounded_at u t EXPONENT high b /\ roundings_at u t EXPONENT 6 (a - b) x /\
  near_rounded (u SHIFTED) (t EXPONENT) x stored /\ 0 <= y /\ near_rounded (u EXPONENTIAL) (t EXPONENT) (exp stored) y.

Lemma joining_positive : forall u t size n, P_is_roundings u t -> 28 * u EXPONENT < 1 -> u RESCALING < 1 -> 0 <= size ->
  (0 < n)%Z -> 0 <= joining u t size n.
Proof.
  intros u t size n UT E R S N. destruct (UT 4%Z ltac:(lia)) as (E0 & T4). destruct (UT 11%Z ltac:(lia)) as (R0 & _).
  destruct (UT 9%Z ltac:(lia)) as (_ & T9). destruct (UT 10%Z ltac:(lia)) as (_ & T10).
  assert (L : 0 <= ln (IZR n)).
  { rewrite <- ln_1. assert (1 <= IZR n) by (apply IZR_le; lia).
    destruct (Req_dec (IZR n) 1) as [Q|Q]; [rewrite Q; lra|].
    left. apply ln_increasing; lra. }
  assert (G4 := gamma_positive 4 (u EXPONENT) ltac:(lra)). assert (G5 := gamma_positive 5 (u EXPONENT) ltac:(lra)).
  assert (G1 := gamma_positive 1 (u RESCALING) ltac:(lra)). unfold joining, reached.
  assert (A : 0 <= L_gamma_of 4 (u EXPONENT) * (size + ln (IZR n) + 2 * (6 + t AHEAD + t BEHIND)))
    by (apply Rmult_le_pos; lra).
  set (lse := L_gamma_of 4 (u EXPONENT) * _) in *.
  assert (B : 0 <= L_gamma_of 5 (u EXPONENT) * (2 * size + ln (IZR n) + 2 * lse)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma softmax_is_online : forall u t (score v computed p w q a b : A_seq) n high, P_is_roundings u t ->
  28 * u EXPONENT < 1 -> u RESCALING < 1 -> (0 < n)%Z ->
  (forall j, (0 <= j < n)%Z -> score j <= high < score j + 128) ->
  (exists i, (0 <= i < n)%Z /\ score i = high) ->
  (forall j, (0 <= j < n)%Z -> in_steps u t (score j) high (computed j) /\
    rounded_at u t PROBABILITY (computed j) (p j) /\ rounded_at u t OPERAND (v j) (w j)) ->
  a 0%Z = 0 -> (forall i, (0 <= i < n)%Z -> rounded_at u t ACCUMULATE (p i * w i) (q i) /\
    rounded_at u t ACCUMULATE (a i + q i) (a (i + 1)%Z)) ->
  b 0%Z = 0 -> (forall i, (0 <= i < n)%Z -> rounded_at u t ACCUMULATE (b i + p i) (b (i + 1)%Z)) -> b n <> 0 ->
  P_online_softmax u t score v n 0 (a n / b n).
Proof.
  intros u t score v computed p w q a b n high UT E R N TOP (i & I & SI) K A0 A B0 B NZ.
  destruct (UT 9%Z ltac:(lia)) as (_ & T9). destruct (UT 10%Z ltac:(lia)) as (_ & T10).
  destruct (UT 6%Z ltac:(lia)) as (U6 & T6). destruct (UT 11%Z ltac:(lia)) as (U11 & _).
  assert (FAR : forall j, (0 <= j < n)%Z -> ~ is_far u t score high j).
  { intros j J (F & _). assert (T := TOP j J). lra. }
  assert (L2 := ln_lt_2). destruct (largest_size score (Z.to_nat (n - 1))) as (l & L & M).
  destruct (sum_over_keys (u ACCUMULATE) (t ACCUMULATE) (u RESCALING) (fun j => p j * w j) q a n U11 ltac:(lia) A0 A)
    as (da & DA & SA).
  destruct (sum_over_keys (u ACCUMULATE) (t ACCUMULATE) (u RESCALING) p p b n U11 ltac:(lia) B0) as (db & DB & SB).
  { intros j J. split; [apply rounds_exactly; assumption|apply B, J]. }
  left. exists (fun _ => high), (fun _ => 1), computed, p, p, w, (Rabs (score l)), high, (a n), (b n).
  split; [|split; [|split; [|split; [|split; [|split]]]]].
  - split; [exists i; split; [exact I|unfold ahead; lra]|]. left. intros j J. unfold P_in_reach, behind.
    assert (T := TOP j ltac:(lia)). lra.
  - split; [|split].
    + intros j J _. apply M. lia.
    + exists l. split; [lia|]. split; [apply FAR; lia|reflexivity].
    + unfold reached. rewrite <- SI. assert (X := M i ltac:(lia)). lra.
  - intros j J. destruct (K j J) as ((c & d & x & stored & C & D & X & S & Y & P) & PJ & WJ).
    split; [|split; [exact PJ|split; [exact PJ|exact WJ]]]. left. split; [apply FAR, J|].
    split; [right; split; reflexivity|]. exists c, d, x, stored, 0. rewrite Rabs_R0, Rplus_0_r.
    repeat split; try assumption. apply joining_positive; try assumption. apply Rabs_pos.
  - exists da, (2 * n)%Z. split; [lia|]. split; [lia|exact SA].
  - exists db, (2 * n)%Z. split; [lia|]. split; [lia|exact SB].
  - exact NZ.
  - reflexivity.
Qed.

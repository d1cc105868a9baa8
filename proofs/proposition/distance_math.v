(* distance_math.v - weights of scores that depend on the distance from the last visible key. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence t5_bucket.
From Plumbline.number Require Import sequence_math.
From Plumbline.position Require Import rope_math t5_math.
From Plumbline.proposition Require Import first_math.
Open Scope R_scope.

Definition of_distance (x g : A_seq) (t : Z) (c : R) : Prop :=
  forall j, (0 <= j)%Z -> (j < t)%Z -> c + g (-1 + t + -1 * j)%Z = x j.

Lemma exponential_sum_of_distance : forall x g t c, (0 <= t)%Z -> of_distance x g t c ->
  exponential_sum x t = exp c * exponential_sum g t.
Proof.
  intros x g t c T H. unfold exponential_sum. rewrite <- (sum_backwards (fun d => exp (g d))), <- sum_times by exact T.
  apply sum_same. intros j J. rewrite <- H, exp_plus by lia. do 3 f_equal. ring.
Qed.

Lemma weight_of_distance : forall x g m n t c i, first_visible m n t -> of_distance x g t c -> (0 <= i < t)%Z ->
  L_softmax x m n i = exp (g (-1 + t + -1 * i)%Z) / exponential_sum g t.
Proof.
  intros x g m n t c i F H I. rewrite (weight_of_first x m n t i F I), (exponential_sum_of_distance x g t c)
    by (exact H || lia).
  rewrite <- H, exp_plus by lia. assert (C := exp_pos c). assert (S := exponential_sum_positive g t ltac:(lia)).
  field. lra.
Qed.

Lemma settled_weight : forall x g m n t c D, first_visible m n t -> of_distance x g t c -> (0 <= D < t)%Z ->
  (forall d, (D <= d)%Z -> (d < t)%Z -> g d = g D) -> L_softmax x m n 0%Z <= 1 / IZR (t - D).
Proof.
  intros x g m n t c D F H I S. rewrite (weight_of_distance x g m n t c 0%Z F H) by lia.
  rewrite (S (-1 + t + -1 * 0)%Z) by lia.
  apply share_at_most; [apply exp_pos|apply IZR_lt; lia|]. unfold exponential_sum.
  replace t with (D + (t - D))%Z at 2 by ring. rewrite sum_cut by lia.
  assert (near := sum_least (fun d => exp (g d)) 0 D ltac:(lia) ltac:(intros; left; apply exp_pos)).
  assert (far := sum_least (fun d => exp (g (D + d)%Z)) (exp (g D)) (t - D) ltac:(lia)
    ltac:(intros d A; cbv beta; rewrite (S (D + d)%Z) by lia; apply Rle_refl)).
  lra.
Qed.

Lemma last_bucket : forall e l m d, (0 < e)%Z -> (0 < l)%Z -> (e < m)%Z -> (m <= d)%Z ->
  L_t5_bucket_of e l m d = (e + l - 1)%Z.
Proof.
  intros e l m d E L M D. unfold L_t5_bucket_of.
  replace (d <? e)%Z with false by (symmetry; apply Z.ltb_ge; lia). fold (position e l m d).
  assert (l <= Zfloor (position e l m d))%Z; [|lia].
  apply Zfloor_lub, reaches_is; [lia..|]. unfold P_t5_reaches.
  apply Z.mul_le_mono_nonneg_r; [apply Z.pow_nonneg; lia|]. apply Z.pow_le_mono_l. lia.
Qed.

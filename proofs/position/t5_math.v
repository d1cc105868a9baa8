(* t5_math.v - T5's buckets in integers: n^L E^i >= M^i E^L says that i <= ln(n/E) / ln(M/E) L. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From Plumbline.model Require Import t5_bucket.
Open Scope R_scope.

Lemma ln_of_power : forall n i, (0 < n)%Z -> (0 <= i)%Z -> ln (IZR (n ^ i)) = IZR i * ln (IZR n).
Proof.
  intros n i N I. rewrite <- (Z2Nat.id i I) at 1. rewrite <- pow_IZR, ln_pow by (apply IZR_lt, N).
  rewrite INR_IZR_INZ, Z2Nat.id by exact I. reflexivity.
Qed.

Lemma ln_product : forall a b i j, (0 < a)%Z -> (0 < b)%Z -> (0 <= i)%Z -> (0 <= j)%Z ->
  ln (IZR (a ^ i * b ^ j)) = IZR i * ln (IZR a) + IZR j * ln (IZR b).
Proof.
  intros a b i j A B I J. rewrite mult_IZR, ln_mult by (apply IZR_lt, Z.pow_pos_nonneg; lia).
  rewrite !ln_of_power by assumption. reflexivity.
Qed.

Lemma ln_order : forall a b, (0 < a)%Z -> (0 < b)%Z -> ((a <= b)%Z <-> ln (IZR a) <= ln (IZR b)).
Proof.
  intros a b A B. split; intro H.
  - destruct (Z.eq_dec a b) as [E|N]; [rewrite E; lra|]. left. apply ln_increasing; apply IZR_lt; lia.
  - apply Z.nlt_ge. intro L. assert (T : ln (IZR b) < ln (IZR a)) by (apply ln_increasing; apply IZR_lt; assumption).
    lra.
Qed.

Lemma ln_ratio : forall a b, (0 < a)%Z -> (0 < b)%Z -> ln (IZR a / IZR b) = ln (IZR a) - ln (IZR b).
Proof.
  intros a b A B. apply IZR_lt in A. apply IZR_lt in B. unfold Rdiv.
  rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; assumption). reflexivity.
Qed.

Lemma ln_above : forall a b, (0 < b)%Z -> (b < a)%Z -> 0 < ln (IZR a / IZR b).
Proof.
  intros a b B A. rewrite ln_ratio by lia.
  assert (T : ln (IZR b) < ln (IZR a)) by (apply ln_increasing; apply IZR_lt; assumption). lra.
Qed.

Definition position (e l m n : Z) : R := ln (IZR n / IZR e) / ln (IZR m / IZR e) * IZR l.

Lemma reaches_is : forall e l m n i, (0 < e)%Z -> (e < m)%Z -> (0 < n)%Z -> (0 <= l)%Z -> (0 <= i)%Z ->
  (P_t5_reaches e l m n i <-> IZR i <= position e l m n).
Proof.
  intros e l m n i E M N L I. unfold P_t5_reaches.
  rewrite ln_order by (apply Z.mul_pos_pos; apply Z.pow_pos_nonneg; lia).
  rewrite !ln_product by lia. unfold position. assert (D := ln_above m e E M).
  rewrite (ln_ratio m e) in D by lia. rewrite (ln_ratio m e), (ln_ratio n e) by lia.
  set (N' := ln (IZR n)) in *. set (E' := ln (IZR e)) in *. set (M' := ln (IZR m)) in *.
  replace ((N' - E') / (M' - E') * IZR l) with (((N' - E') * IZR l) / (M' - E')) by (field; lra).
  split; intro H.
  - apply Rmult_le_reg_r with (M' - E'); [exact D|].
    replace (((N' - E') * IZR l) / (M' - E') * (M' - E')) with ((N' - E') * IZR l) by (field; lra). lra.
  - apply Rmult_le_compat_r with (r := M' - E') in H; [|lra].
    replace (((N' - E') * IZR l) / (M' - E') * (M' - E')) with ((N' - E') * IZR l) in H by (field; lra). lra.
Qed.

Lemma position_from_zero : forall e l m n, (0 < e)%Z -> (e < m)%Z -> (e <= n)%Z -> (0 <= l)%Z -> 0 <= position e l m n.
Proof.
  intros e l m n E M N L. apply IZR_le in L. unfold position. apply Rmult_le_pos; [|exact L].
  assert (D := ln_above m e E M). apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, D].
  rewrite ln_ratio by lia. assert (T := proj1 (ln_order e n ltac:(lia) ltac:(lia)) N). lra.
Qed.

Lemma bucket_is : forall e l m n i, (0 < e)%Z -> (e < m)%Z -> (e <= n)%Z -> (0 <= i)%Z -> (i < l)%Z ->
  (i = 0%Z \/ P_t5_reaches e l m n i) -> ((1 + i)%Z = l \/ ~ P_t5_reaches e l m n (1 + i)) ->
  L_t5_bucket_of e l m n = (e + i)%Z.
Proof.
  intros e l m n i E M N I L R U. unfold L_t5_bucket_of.
  replace (n <? e)%Z with false by (symmetry; apply Z.ltb_ge, N).
  fold (position e l m n). assert (Z := position_from_zero e l m n E M N ltac:(lia)).
  assert (low : (i <= Zfloor (position e l m n))%Z).
  { apply Zfloor_lub. destruct R as [R|R]; [rewrite R; exact Z|]. apply reaches_is in R; [exact R|lia..]. }
  destruct U as [U|U]; [lia|].
  rewrite reaches_is in U by lia.
  assert (high : (Zfloor (position e l m n) < 1 + i)%Z).
  { apply lt_IZR. assert (F := Zfloor_lb (position e l m n)). lra. }
  lia.
Qed.

Lemma reaches_rises : forall e l m n k i, (0 < e)%Z -> (0 <= l)%Z -> (0 <= n)%Z -> (n <= k)%Z -> (0 <= i)%Z ->
  P_t5_reaches e l m n i -> P_t5_reaches e l m k i.
Proof.
  intros e l m n k i E L N K I. unfold P_t5_reaches. intro H. eapply Z.le_trans; [exact H|].
  apply Z.mul_le_mono_nonneg_r; [apply Z.pow_nonneg; lia|]. apply Z.pow_le_mono_l. lia.
Qed.

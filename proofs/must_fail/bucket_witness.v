(* bucket_witness.v - the mean weight of the first key under T5's buckets from above, as bucket_math.v has it from
  below:
   replacing 1/e by 9/25 bounds every r(t) from below. *)
From Coq Require Import Reals ZArith Lia Lra QArith Qreals.
From Plumbline.number Require Import exp_interval.
From Plumbline.model Require Import sequence normalised.
From Plumbline.proposition Require Import first_math bucket_math.
Close Scope Q_scope.
Open Scope R_scope.

(* of r(n + 1) *)
Fixpoint least_ratio (n : nat) : Q :=
  match n with
  | O => 1
  | S k => 1 + least_ratio k * (if (bucket (Z.of_nat (S k)) =? bucket (Z.of_nat k))%Z then 1 else 9 # 25)
  end%Q.
(* of the sum of the first n weights *)
Fixpoint most_weights (n : nat) : Q :=
  match n with
  | O => 0
  | S k => most_weights k + / least_ratio k
  end%Q.

Lemma e_inverse_large : 9 / 25 < exp (-1).
Proof. interval with (i_prec 60). Qed.

Lemma rational_nine_parts : Q2R (9 # 25) = 9 / 25.
Proof. unfold Q2R. simpl. lra. Qed.

Lemma ratio_above : forall g, of_bucket g -> forall n, (n < 64)%nat -> 1 <= Q2R (least_ratio n) <= ratio g n.
Proof.
  intros g G n. induction n as [|n IH]; intro N.
  - rewrite ratio_start. simpl. rewrite rational_one. lra.
  - specialize (IH ltac:(lia)). rewrite ratio_next. cbn [least_ratio]. rewrite Q2R_plus, Q2R_mult, rational_one.
    rewrite !G by lia. rewrite <- minus_IZR. assert (E := e_inverse_large).
    destruct (bucket_steps n ltac:(lia)) as [S|S]; rewrite S.
    + rewrite Z.eqb_refl, Z.sub_diag, exp_0, rational_one. lra.
    + replace (1 + bucket (Z.of_nat n) =? bucket (Z.of_nat n))%Z with false by (symmetry; apply Z.eqb_neq; lia).
      replace (bucket (Z.of_nat n) - (1 + bucket (Z.of_nat n)))%Z with (-1)%Z by ring.
      rewrite rational_nine_parts. split.
      * assert (0 <= Q2R (least_ratio n) * (9 / 25)) by (apply Rmult_le_pos; lra). lra.
      * apply Rplus_le_compat_l. apply Rmult_le_compat; lra.
Qed.

Lemma weights_below : forall g a, of_bucket g -> (forall n, (n < 64)%nat -> a (Z.of_nat n) = / ratio g n) ->
  forall n, (n <= 64)%nat -> total a n <= Q2R (most_weights n).
Proof.
  intros g a G A n. induction n as [|n IH]; intro N.
  - simpl. rewrite rational_zero. lra.
  - cbn [most_weights total]. rewrite Q2R_plus. apply Rplus_le_compat; [apply IH; lia|]. rewrite A by lia.
    assert (B := ratio_above g G n ltac:(lia)). rewrite Q2R_inv.
    + apply Rinv_le_contravar; lra.
    + intro Z. apply Qeq_eqR in Z. rewrite rational_zero in Z. lra.
Qed.

Lemma mean_below : forall g a, of_bucket g -> (forall n, (n < 64)%nat -> a (Z.of_nat n) = / ratio g n) ->
  L_total a 64 / 64 < 17 / 50.
Proof.
  intros g a G A. assert (B := weights_below g a G A 64 ltac:(lia)).
  assert (M : (most_weights 64 < 2176 # 100)%Q) by (vm_compute; reflexivity). apply Qlt_Rlt in M.
  replace (Q2R (2176 # 100)) with (2176 / 100) in M by (unfold Q2R; simpl; lra).
  change (L_total a 64) with (total a 64). lra.
Qed.

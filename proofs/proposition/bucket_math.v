(* bucket_math.v - repeated tokens with the index of T5's bucket as the bias: the mean weight of the first key.

   With g(d) the bucket of distance d, the first of t keys weighs 1 / r(t), where r(1) = 1 and
   r(t + 1) = 1 + r(t) e^(g(t-1) - g(t)): from one distance to the next the bucket stays or is the next one.  As e >
   5/2, replacing 1/e by 2/5 bounds every r(t) from above by a rational number. *)
From Coq Require Import Reals ZArith Lia Lra Bool List QArith Qreals.
Require Import BuiltIn.
From Plumbline.model Require Import sequence t5_bucket normalised.
From Plumbline.number Require Import sequence_math.
From Plumbline.position Require Import rope_math t5_math.
From Plumbline.proposition Require Import first_math distance_math.
Close Scope Q_scope.
Open Scope R_scope.

(* ---- the buckets of the distances below 64: 32 buckets, up to distance 128 ---- *)

Definition starts : list Z := (19 :: 21 :: 24 :: 27 :: 31 :: 35 :: 40 :: 46 :: 52 :: 59 :: nil)%Z.
Definition bucket (d : Z) : Z :=
  if (d <? 16)%Z then d else (16 + Z.of_nat (List.length (filter (fun s => s <=? d) starts)))%Z.

Definition reaches (d i : Z) : bool := (128 ^ i * 16 ^ 16 <=? d ^ 16 * 16 ^ i)%Z.
Definition fits (d : Z) : bool :=
  ((d <? 16) || ((0 <=? bucket d - 16) && (bucket d - 16 <? 16) && reaches d (bucket d -
    16) && negb (reaches d (1 + (bucket d - 16)))))%Z%bool.

Lemma bucket_fits : forall d, (0 <= d < 64)%Z -> fits d = true.
Proof.
  intros d D. assert (A : forallb (fun n => fits (Z.of_nat n)) (seq 0 64) = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in A. specialize (A (Z.to_nat d)). rewrite Z2Nat.id in A by lia. apply A.
  apply in_seq. lia.
Qed.

Lemma bucket_is_t5 : forall d, (0 <= d < 64)%Z -> L_t5_bucket_of 16 16 128 d = bucket d.
Proof.
  intros d D. assert (F := bucket_fits d D). unfold fits in F. destruct (Z.ltb_spec d 16) as [L|G].
  - unfold L_t5_bucket_of, bucket. rewrite (proj2 (Z.ltb_lt d 16) L). reflexivity.
  - cbn [orb] in F. rewrite !andb_true_iff, negb_true_iff in F. destruct F as (((A & B) & C) & E).
    apply Z.leb_le in A. apply Z.ltb_lt in B. unfold reaches in C, E. apply Z.leb_le in C. apply Z.leb_gt in E.
    replace (bucket d) with (16 + (bucket d - 16))%Z by ring.
    apply bucket_is; [reflexivity|reflexivity|exact G|exact A|exact B| |].
    + right. exact C.
    + right. unfold P_t5_reaches. apply Z.lt_nge. exact E.
Qed.

(* from one distance to the next the bucket stays or is the next one *)
Lemma bucket_steps : forall n, (n < 63)%nat ->
  bucket (Z.of_nat (S n)) = bucket (Z.of_nat n) \/ bucket (Z.of_nat (S n)) = (1 + bucket (Z.of_nat n))%Z.
Proof.
  intros n N.
  assert (A : forallb (fun k => (bucket (Z.of_nat (S k)) =? bucket (Z.of_nat k))%Z ||
    (bucket (Z.of_nat (S k)) =? 1 + bucket (Z.of_nat k))%Z)
    (seq 0 63) = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in A. specialize (A n). rewrite orb_true_iff, !Z.eqb_eq in A. apply A. apply in_seq. lia.
Qed.

(* ---- rational bounds ---- *)

(* of r(n + 1) *)
Fixpoint ratio_bound (n : nat) : Q :=
  match n with
  | O => 1
  | S k => 1 + ratio_bound k * (if (bucket (Z.of_nat (S k)) =? bucket (Z.of_nat k))%Z then 1 else 2 # 5)
  end%Q.
(* of the sum of the first n weights *)
Fixpoint weights_bound (n : nat) : Q :=
  match n with
  | O => 0
  | S k => weights_bound k + / ratio_bound k
  end%Q.

Lemma e_large : 5 / 2 < exp 1.
Proof.
  assert (A : 1 + 1 / 8 < exp (1 / 8)) by (apply exp_ineq1; lra).
  assert (E : exp 1 = exp (1 / 8) ^ 8) by (simpl; rewrite Rmult_1_r, <- !exp_plus; f_equal; field).
  assert (P := pow_incr (1 + 1 / 8) (exp (1 / 8)) 8 ltac:(lra)). rewrite E. simpl in P |- *. lra.
Qed.

Lemma e_inverse : exp (-1) < 2 / 5.
Proof.
  replace (-1) with (Ropp 1) by lra. rewrite exp_Ropp. assert (E := e_large). replace (2 / 5) with (/ (5 / 2)) by field.
  apply Rinv_lt_contravar; lra.
Qed.

Lemma rational_two_fifths : Q2R (2 # 5) = 2 / 5.
Proof. unfold Q2R. simpl. lra. Qed.
Lemma rational_one : Q2R 1 = 1.
Proof. unfold Q2R. simpl. lra. Qed.
Lemma rational_zero : Q2R 0 = 0.
Proof. unfold Q2R. simpl. lra. Qed.

Definition of_bucket (g : A_seq) : Prop := forall d, (0 <= d < 64)%Z -> g d = IZR (bucket d).
Definition ratio (g : A_seq) (n : nat) : R := exponential_sum g (1 + Z.of_nat n) / exp (g (Z.of_nat n)).

Lemma ratio_start : forall g, ratio g 0 = 1.
Proof.
  intro g. unfold ratio, exponential_sum. simpl Z.of_nat. rewrite Z.add_0_r, sum_of_one.
  assert (P := exp_pos (g 0%Z)). field. lra.
Qed.

Lemma ratio_next : forall g n, ratio g (S n) = 1 + ratio g n * exp (g (Z.of_nat n) - g (Z.of_nat (S n))).
Proof.
  intros g n. unfold ratio at 1, exponential_sum. rewrite sum_below_next by lia.
  replace (Z.of_nat (S n)) with (1 + Z.of_nat n)%Z by lia. fold (exponential_sum g (1 + Z.of_nat n)).
  unfold ratio, Rminus. rewrite exp_plus, exp_Ropp.
  assert (P := exp_pos (g (Z.of_nat n))). assert (P' := exp_pos (g (1 + Z.of_nat n)%Z)). field. lra.
Qed.

Lemma ratio_bounded : forall g, of_bucket g -> forall n, (n < 64)%nat -> 1 <= ratio g n <= Q2R (ratio_bound n).
Proof.
  intros g G n. induction n as [|n IH]; intro N.
  - rewrite ratio_start. simpl. rewrite rational_one. lra.
  - specialize (IH ltac:(lia)). rewrite ratio_next. cbn [ratio_bound]. rewrite Q2R_plus, Q2R_mult, rational_one.
    rewrite !G by lia. rewrite <- minus_IZR. assert (E := exp_pos (IZR (bucket (Z.of_nat n) -
      bucket (Z.of_nat (S n))))).
    split; [assert (0 <= ratio g n * exp (IZR (bucket (Z.of_nat n) - bucket (Z.of_nat (S n)))))
      by (apply Rmult_le_pos; lra); lra|].
    apply Rplus_le_compat_l. apply Rmult_le_compat; [lra|lra|lra|].
    destruct (bucket_steps n ltac:(lia)) as [S|S]; rewrite S.
    + rewrite Z.eqb_refl, Z.sub_diag, exp_0, rational_one. lra.
    + replace (1 + bucket (Z.of_nat n) =? bucket (Z.of_nat n))%Z with false by (symmetry; apply Z.eqb_neq; lia).
      replace (bucket (Z.of_nat n) - (1 + bucket (Z.of_nat n)))%Z with (-1)%Z by ring.
      rewrite rational_two_fifths. left. exact e_inverse.
Qed.

Lemma weights_bounded : forall g a, of_bucket g -> (forall n, (n < 64)%nat -> a (Z.of_nat n) = / ratio g n) ->
  forall n, (n <= 64)%nat -> Q2R (weights_bound n) <= total a n.
Proof.
  intros g a G A n. induction n as [|n IH]; intro N.
  - simpl. rewrite rational_zero. lra.
  - cbn [weights_bound total]. rewrite Q2R_plus. apply Rplus_le_compat; [apply IH; lia|]. rewrite A by lia.
    assert (B := ratio_bounded g G n ltac:(lia)). rewrite Q2R_inv.
    + apply Rinv_le_contravar; lra.
    + intro Z. apply Qeq_eqR in Z. rewrite rational_zero in Z. lra.
Qed.

Lemma mean_bound : (192 # 10 < weights_bound 64)%Q.
Proof. vm_compute. reflexivity. Qed.

Lemma mean_first_weight : forall g a, of_bucket g -> (forall n, (n < 64)%nat -> a (Z.of_nat n) = / ratio g n) ->
  3 / 10 < L_total a 64 / 64.
Proof.
  intros g a G A. assert (B := weights_bounded g a G A 64 ltac:(lia)). assert (M := Qlt_Rlt _ _ mean_bound).
  replace (Q2R (192 # 10)) with (192 / 10) in M by (unfold Q2R; simpl; lra).
  change (L_total a 64) with (total a 64). lra.
Qed.

(* feature_math.v - by how much the product of a matrix of features with a vector is off. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum engine feature.
From Plumbline.compare Require Import rounded_sum_math sums_math score_math.
From Plumbline.budget Require Import row_score_math linear_math.
Open Scope R_scope.

Lemma feature_product_near : forall u t w x n y, P_is_roundings u t -> (0 <= n)%Z -> (IZR n + 4) * u PRODUCT < 1 ->
  P_feature_product_computed u t w x n y ->
  let e := operand_unit u in let o := operand_tiny u t in let g := gamma (IZR n + 2) (u PRODUCT) in
  let sizes (z : A_seq) := sum_below (fun i => Rabs (z i)) n in
  exists p, Rabs (p - sum_below (fun i => w i * x i) n) <=
    compound (compound e e) g * sum_below (fun i => Rabs (w i) * Rabs (x i)) n +
    (1 + g) * (o * (1 + e) * (sizes w + sizes x) + IZR n * (o * o + 2 * t PRODUCT)) /\ rounded_at u t INPUT p y.
Proof.
  intros u t w x n y UT N B (a & z & depth & all & p & O & R & D & A & Y) e o g sizes. exists p. split; [|exact Y].
  destruct (operands_positive u t UT) as (E0 & O0). fold e o in E0, O0. destruct (UT PRODUCT ltac:(lia)) as (U & T).
  assert (NEAR : forall i, key n i -> (fun _ : Z => 1) i = 1 /\ near_rounded e o (w i) (a i) /\
    near_rounded e o (x i) (z i)).
  { intros i I. destruct (O i I) as (X & Z). split; [reflexivity|]. split; apply operand_near; assumption. }
  assert (W := product_within (u PRODUCT) (t PRODUCT) e o e o a z w x (fun _ => 1) n depth all p U T E0 E0 O0 O0 NEAR
    R).
  destruct (rescaled_sum_within _ _ _ _ _ _ _ _ _ _ U T (Rle_refl 0) R) as (_ & D0 & A0 & _).
  assert (N0 := IZR_le 0 n N).
  assert (S : (IZR n + 2) * u PRODUCT < 1).
  { eapply Rle_lt_trans; [|exact B]. apply Rmult_le_compat_r; lra. }
  assert (G1 := growth_least (u PRODUCT) depth U).
  assert (G : L_growth (u PRODUCT) depth <= 1 + g).
  { eapply Rle_trans; [apply growth_gamma; [exact U|exact D0|]|].
    - eapply Rle_lt_trans; [|exact S]. apply Rmult_le_compat_r; [exact U|]. rewrite <- (plus_IZR n 2). apply IZR_le, D.
    - unfold g. apply Rplus_le_compat_l. apply gamma_monotone; [exact U| |exact S].
      rewrite <- (plus_IZR n 2). apply IZR_le, D. }
  set (grown := L_growth (u PRODUCT) depth) in *.
  replace (sum_below (fun i => Rabs (w i * x i)) n) with (sum_below (fun i => Rabs (w i) * Rabs (x i)) n) in W
    by (apply sum_same; intros; rewrite Rabs_mult; reflexivity).
  set (M := sum_below (fun i => Rabs (w i) * Rabs (x i)) n) in *.
  assert (M0 : 0 <= M) by (apply sum_positive; intros; apply Rmult_le_pos; apply Rabs_pos).
  assert (SW : 0 <= sizes w) by (apply sum_positive; intros; apply Rabs_pos).
  assert (SX : 0 <= sizes x) by (apply sum_positive; intros; apply Rabs_pos).
  replace (sum_below (fun c => o * ((1 + e) * Rabs (x c) + o) + o * (1 + e) * Rabs (w c)) n) with
    (o * (1 + e) * (sizes w + sizes x) + IZR n * (o * o)) in W.
  2: { unfold sizes. rewrite Rmult_plus_distr_l, <- !sum_factor, <- sum_constant, <- !sum_plus by exact N.
       apply sum_same. intros i _. ring. }
  assert (ALL : IZR all * t PRODUCT <= IZR n * (2 * t PRODUCT)).
  { replace (IZR n * (2 * t PRODUCT)) with (2 * IZR n * t PRODUCT) by ring. apply Rmult_le_compat_r; [exact T|].
    rewrite <- mult_IZR. apply IZR_le, A. }
  assert (all0 : 0 <= IZR all * t PRODUCT) by (apply Rmult_le_pos; [apply (IZR_le 0), A0|exact T]).
  eapply Rle_trans; [exact W|]. apply Rplus_le_compat.
  - apply Rmult_le_compat_r; [exact M0|]. assert (C := compound_positive e e E0 E0). set (ee := compound e e) in *.
    unfold L_compound. assert (ee * (grown - 1) <= ee * g) by (apply Rmult_le_compat_l; lra). lra.
  - assert (P : 0 <= o * (1 + e) * (sizes w + sizes x)) by (repeat apply Rmult_le_pos; lra).
    assert (Q : 0 <= IZR n * (o * o)) by (repeat apply Rmult_le_pos; assumption).
    apply Rmult_le_compat; [lra| |exact G|]; lra.
Qed.

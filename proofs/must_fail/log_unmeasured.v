(* KEY a67b08301939 *)
From Plumbline Require Import must_fail.number_witness.
(* log(3/2) is not 0: the ball of middle 1 and radius 1/2 is measured against exp(0) = 1, its middle. *)
intro H. double 0%R as finite_0 value_0. double 1%R as finite_1 value_1. double (1 / 2)%R as finite_half value_half.
destruct double_least as [finite_least value_least].
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
assert (C : P_in_ball (S11 (literal 0) (literal least)) (L_rlog (3 / 2))).
{ apply (H (S11 (literal 1) (literal (1 / 2))) (S11 (literal 0) (literal (1 / 2))) (literal 0) (literal (1 / 2))
    (literal 1) (literal 0) _ (S11 (literal 0) (literal 0)) 1%Z 1%Z 1%Z 1%Z 1%Z
    (literal least) (S11 (literal 1) (literal 0)) _ (literal (1 / 2)));
  unfold P_in_ball, P_claims, is_sint32; cbn [F1_mid F1_rad]; rewrite ?value_0, ?value_1, ?value_half, ?value_least;
  try lia.
  - split; [discriminate|intros; assumption].
  - intros _. split; [assumption|]. apply Rabs_le. lra.
  - right. split; [discriminate|]. split; [split; [discriminate|intros; assumption]|].
    right. split; [discriminate|]. split; [|split; [discriminate|lra]].
    right. split; [discriminate|]. split; [|split; [discriminate|lra]].
    right. split; [discriminate|]. split; [repeat split|]; intros; try assumption; try lra; try discriminate.
    + right. split; [discriminate|reflexivity].
    + exact Rabs_R0.
    + unfold L_quotient_up, L_rounded_quotient, Rdiv. rewrite up_is, Rmult_0_l, rnd_zero. exact upward_zero.
    + destruct (H0 finite_0) as [_ A]. destruct (H1 finite_half) as [_ B]. apply Rabs_le_inv in A.
      apply Rabs_le_inv in B.
      split; [assumption|]. apply Rabs_le. lra.
  - intros _ _. split; [assumption|]. rewrite Rminus_eq_0, Rabs_R0. lra.
  - intros _. repeat split; assumption.
  - intros _ _ _ _ _ _. unfold P_is_accurate, P_accurate, tight.P_accurate, tight_math.accurate, L_rexp.
    cbn [F1_mid F1_rad]. rewrite value_0, value_1, exp_0, Rminus_eq_0, Rabs_R0. repeat split; try lra; assumption.
  - intros x _ _ B. destruct (B finite_0) as [_ A]. apply Rabs_le_inv in A. lra.
  - intros x _ _ B. destruct (B finite_half) as [_ A]. apply Rabs_le_inv in A. lra.
  - intros x B _. destruct (B finite_0) as [_ A]. apply Rabs_le_inv in A. split; [assumption|].
    replace x with 0%R by lra. unfold L_rexp. rewrite exp_0, Rminus_eq_0, Rabs_R0. lra. }
destruct (C finite_least) as (_ & E). cbn [F1_mid F1_rad] in E. rewrite value_0, value_least in E. unfold L_rlog in E.
assert (L := least_tiny). apply Rabs_le_inv in E.
assert (G : (exp (ln (3 / 2)) <= exp (1 / 4))%R)
  by (destruct (Rle_lt_or_eq_dec (ln (3 / 2)) (1 / 4)) as [I|I]; [lra|left; apply exp_increasing, I|rewrite I; lra]).
rewrite exp_ln in G by lra.
assert (F := exp_ineq1 (- (1 / 4)) ltac:(lra)). rewrite exp_Ropp in F.
assert (K : (exp (1 / 4) * / exp (1 / 4) = 1)%R) by (apply Rinv_r, Rgt_not_eq, Exp_prop.exp_pos). nra.

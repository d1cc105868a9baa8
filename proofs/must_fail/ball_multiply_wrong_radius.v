(* KEY c4953bd46eeb *)
From Plumbline Require Import must_fail.number_witness.
(* 1 lies in the ball of middle 0 and radius 1, but 1 * 1 not in that of middle 0 and radius 2^-1000. *)
intro H. double 0%R as finite_0 value_0. double 1%R as finite_1 value_1.
destruct double_least as [finite_least value_least].
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
assert (C : P_in_ball (S11 (literal 0) (literal least)) (L_rmul 1 1)).
{ apply (H (S11 (literal 0) (literal 1)) (S11 (literal 1) (literal 0)) (literal 0) (literal 0)
    (literal 0) (literal 1) (literal 0) (literal 1) _ (literal 0));
  unfold P_in_ball, P_claims; cbn [F1_mid F1_rad]; intros; rewrite ?up_is, ?value_0, ?value_1, ?value_least;
  unfold L_rounded_sum, L_rounded_product;
  rewrite ?Rabs_R0, ?Rabs_R1, ?Rmult_0_l, ?Rmult_0_r, ?Rplus_0_r, ?Rplus_0_l, ?rnd_zero, ?Rmult_0_l,
    ?rnd_zero, ?upward_zero; repeat split; try assumption.
  - rewrite Rminus_eq_0, Rabs_R0. lra.
  - rewrite Rminus_0_r, Rabs_R1. lra.
  - apply rnd_exact. in_format. }
destruct (C finite_least) as (_ & E). cbn [F1_mid F1_rad] in E. rewrite value_0, value_least in E. unfold L_rmul in E.
destruct least_tiny as (_ & S). apply Rabs_le_inv in E. lra.

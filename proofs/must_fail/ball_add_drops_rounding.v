(* KEY 8ca2d0d79d59 *)
From Plumbline Require Import must_fail.number_witness.
(* 1 + 2^-60 is rounded to 1, and the radius 2^-1000 does not reach back. *)
intro H. set (t := (1 / 1152921504606846976)%R).
double 0%R as finite_0 value_0. double 1%R as finite_1 value_1. double t as finite_t value_t.
destruct double_least as [finite_least value_least].
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
assert (C : P_in_ball (S11 (literal 1) (literal least)) (1 + t)).
{ apply (H (S11 (literal 1) (literal 0)) (S11 (literal t) (literal 0)) (literal 1) (literal 0) _ (literal least));
  unfold P_in_ball, P_claims; cbn [F1_mid F1_rad]; intros; rewrite ?up_is, ?value_0, ?value_1, ?value_t, ?value_least;
  unfold L_rounded_sum; rewrite ?Rplus_0_r, ?rnd_zero, ?upward_zero; repeat split; try assumption;
  [rewrite Rminus_eq_0, Rabs_R0; lra..|apply one_absorbs; unfold t; lra]. }
destruct (C finite_least) as (_ & E). cbn [F1_mid F1_rad] in E. rewrite value_1, value_least in E.
destruct least_tiny as (_ & S). apply Rabs_le_inv in E. unfold t in E. lra.

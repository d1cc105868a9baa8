(* KEY af412399855d *)
From Plumbline Require Import must_fail.number_witness.
(* 1 - 0 would be -1, with a radius below 1/2. *)
intro H. double 0%R as finite_0 value_0. double 1%R as finite_1 value_1. double (-1)%R as finite_m value_m.
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
set (u1 := (1 / 9007199254740992)%R).
assert (U : (0 <= upward u1 <= 1 / 2)%R) by (apply (upward_between 0 (1 / 4)); [in_format..|unfold u1, above; lra|lra]).
destruct (double_exact (upward u1) (rnd_is_binary64 _) ltac:(lra)) as [finite_r value_r].
assert (M : rnd (0 - 1) = (-1)%R) by (rewrite Rminus_0_l; apply rnd_exact; in_format).
assert (C : P_in_ball (S11 (literal (-1)) (literal (upward u1))) (1 + -1 * 0)).
{ apply (H (S11 (literal 1) (literal 0)) (S11 (literal 0) (literal 0)) (literal 0) _ (literal (-1)));
  unfold P_in_ball, P_claims; cbn [F1_mid F1_rad]; intros; rewrite ?up_is, ?value_0, ?value_1, ?value_m, ?value_r;
  unfold L_rounded_sum, L_rounded_difference, L_rounded_product; rewrite ?Rplus_0_r, ?Rplus_0_l, ?rnd_zero, ?M;
    repeat split; try assumption.
  1,2: rewrite Rminus_eq_0, Rabs_R0; lra.
  rewrite Rabs_left by lra. replace (- -1 * _)%R with u1 by (unfold u1; lra).
  rewrite (rnd_exact u1) by (unfold u1; in_format). rewrite rnd_exact by (unfold u1; in_format). reflexivity. }
destruct (C finite_r) as (_ & E). cbn [F1_mid F1_rad] in E. rewrite value_m, value_r in E. apply Rabs_le_inv in E. lra.

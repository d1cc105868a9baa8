(* KEY e7481ad3bfd2 *)
From Plumbline Require Import must_fail.number_witness.
(* 2^900 lies in the ball of middle 0 and radius 2^900, but 2^900 * 1 not in that of middle 0 and radius 2^-1000.
   Its radius is beyond the sizes for which the product is tight. *)
intro H. double 0%R as finite_0 value_0. double 1%R as finite_1 value_1. set (huge := bpow radix2 900).
assert (huge_format : binary64 huge) by (apply generic_format_bpow; discriminate).
assert (beyond : (bpow radix2 800 < huge)%R) by (apply bpow_lt; lia).
assert (large : (1 < huge)%R) by (apply (bpow_lt radix2 0 900); lia).
destruct (double_of huge) as [finite_huge value_huge].
{ rewrite Rabs_pos_eq by lra. apply bpow_le. discriminate. }
rewrite (rnd_exact huge huge_format) in value_huge.
destruct double_least as [finite_least value_least].
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
assert (C : P_in_ball (S11 (literal 0) (literal least)) (L_rmul huge 1)).
{ apply (H (S11 (literal 0) (literal huge)) (S11 (literal 1) (literal 0)) (literal 0) (literal 0) (literal 0)
    (literal 0) (literal 0) (literal 1) (literal huge));
  [..|intros x y s t ? ? ? ? ? (L & M) ? (_ & _ & _ & W) _; cbn [F1_rad] in W; rewrite value_huge in W;
      assert (0 < x)%R by (eapply Rlt_le_trans, L; apply bpow_gt_0); nra];
  unfold P_in_ball, P_claims; cbn [F1_mid F1_rad]; intros;
  rewrite ?up_is, ?value_0, ?value_1, ?value_huge, ?value_least; unfold L_rounded_sum, L_rounded_product;
  rewrite ?Rabs_R0, ?Rabs_R1, ?Rmult_0_l, ?Rmult_0_r, ?Rplus_0_r, ?Rplus_0_l, ?rnd_zero, ?Rmult_0_l,
    ?rnd_zero, ?upward_zero; repeat split; try assumption.
  - rewrite Rminus_eq_0, Rabs_R0. lra.
  - rewrite Rminus_0_r, Rabs_pos_eq; lra.
  - apply rnd_exact, huge_format. }
destruct (C finite_least) as (_ & E). cbn [F1_mid F1_rad] in E. rewrite value_0, value_least in E. unfold L_rmul in E.
destruct least_tiny as (_ & S). apply Rabs_le_inv in E. lra.

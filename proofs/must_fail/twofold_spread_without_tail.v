(* KEY 2abfcbdf55a0 *)
From Plumbline Require Import number.twofold_math must_fail.number_witness.
(* A tail of 1 takes up 2^-60, the rest of the product 1 + 2^-60: it is rounded, and the spread does not say so. *)
intro H. set (t := (1 / 1152921504606846976)%R).
assert (T : rnd t = t) by (apply rnd_exact; unfold t; in_format).
assert (O : rnd 1 = 1%R) by (apply rnd_exact; in_format).
assert (A : rnd (1 + t) = 1%R) by (apply one_absorbs; unfold t; lra).
assert (S : P_twofold 0 1 0 1 0 0).
{ split; [lia|]. split; [in_format|]. split; [lra|]. split; [lra|]. rewrite grown_0, Rplus_0_l, Rminus_eq_0, Rabs_R0.
  lra. }
assert (P : L_rounded_product 1 (1 + t) = 1%R) by (unfold L_rounded_product; rewrite Rmult_1_l; exact A).
assert (R : L_product_rest 1 (1 + t) = t).
{ unfold L_product_rest, L_rounded_fused. rewrite P. replace (1 * (1 + t) + - (1) * 1)%R with t by ring. exact T. }
assert (share : L_sum_share 0 1 = 1%R).
{ unfold L_sum_share, L_rounded_difference, L_rounded_sum. rewrite Rplus_0_l, O, Rminus_0_r. exact O. }
assert (none : L_sum_rest 0 1 = 0%R).
{ unfold L_sum_rest. rewrite share. cbv zeta. unfold L_rounded_difference, L_rounded_sum.
  rewrite !Rplus_0_l, O, Rminus_eq_0, rnd_zero, Rminus_0_r, rnd_zero, Rplus_0_r. exact rnd_zero. }
assert (Q : L_twofold_rest 1 (1 + t) 0 = t).
{ unfold L_twofold_rest. rewrite P, none, R. unfold L_rounded_sum. rewrite Rplus_0_l. exact T. }
destruct (H 0%Z 1 1 (1 + t) 0 1 0 0 S)%R as (_ & _ & _ & _ & E).
replace (L_twofold_sum 1 (1 + t) 0) with 1%R in E by (unfold L_twofold_sum, L_rounded_sum; rewrite P, Rplus_0_l; auto).
replace (L_twofold_tail 1 (1 + t) 0 1) with 1%R in E by (unfold L_twofold_tail; rewrite Q; auto).
unfold L_twofold_spread in E. rewrite R, Q in E. unfold L_rmul, L_rounded_sum in E.
change (1 + 0)%Z with 1%Z in E. rewrite grown_1, Rmult_1_l, (Rabs_pos_eq t) in E by (unfold t; lra).
assert (L := least_tiny). assert (M := least_h). assert (N := h_positive). assert (B : (0 <= t)%R) by (unfold t; lra).
bound_crudely E.
match type of E with (_ <= _ + _ * ?e)%R => assert (C : ((1 + u) ^ 3 * e <= 2 * e)%R)
  by (apply Rmult_le_compat_r; unfold u; lra) end.
apply Rabs_le_inv in E. unfold u, t in *. lra.

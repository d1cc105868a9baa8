(* KEY 67b2fbc8c12b *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
open_goal. unfold P_in_ball, P_claims in *. intro finite_radius. finite_parts.
split; [assumption|].
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward, above; fold_least; reflexivity).
assert (one_rounding_is : forall m, L_rounding_radius m = one_rounding m)
  by (intro; unfold L_rounding_radius, L_product_up, one_rounding; rewrite up_is; unfold L_rounded_product, u; do 3 f_equal; lra).
known_values. unfold L_sum_up. rewrite !up_is, one_rounding_is. unfold L_rounded_sum, L_rounded_difference.
replace (r + - (1) * r1) with (r - r1) by ring. apply difference_near; assumption.

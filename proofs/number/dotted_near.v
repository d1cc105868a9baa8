(* KEY aea2d414f9c3 *)
From Plumbline.number Require Import exp_rounded upward_math finite sum_math.
intros n exact xx yy p q total part Q P N0 YQ XP N1 D.
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
assert (depth_is : L_dot_depth n = depth 16 n).
{ unfold L_dot_depth, depth. rewrite Z.quot_div_nonneg, Z.min_comm by lia. ring. }
unfold P_near, L_dot_radius, L_product_up, L_roundings_up. rewrite !up_is, depth_is.
replace (exact + - (1) * total)%R with (exact - total)%R by ring.
exact (sum_math.dotted_near n exact xx yy p q total part (conj N0 N1) D P Q XP YQ).

(* KEY b00a86896a41 *)
From Plumbline.number Require Import exp_rounded upward_math finite sum_math ball_dot_math.
intros n a r x b s y p u q v total part bb aa V Q U P N0 SS BB RR AA N1 Y X D.
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
assert (depth_is : L_dot_depth n = depth 16 n).
{ unfold L_dot_depth, depth. rewrite Z.quot_div_nonneg, Z.min_comm by lia. ring. }
assert (apart : forall x y z, P_near x y z -> (Rabs (x - y) <= z)%R).
{ intros x1 y1 z1 H. unfold P_near in H. replace (x1 - y1)%R with (x1 + - (1) * y1)%R by ring. exact H. }
assert (M := dots_within x y a b r s p u q v n P U Q V (fun k K L => apart _ _ _ (X k K L)) (fun k K L =>
  apart _ _ _ (Y k K L)) AA RR BB SS).
assert (G := moved_near n _ _ _ _ p u q v total part (conj N0 N1) D P U Q V AA BB M).
unfold P_near, L_ball_dot_radius, L_middle_reach, L_sum_up, L_product_up, L_roundings_up. rewrite !up_is, depth_is.
replace (L_dots x y n + - (1) * total)%R with (L_dots x y n - total)%R by ring. exact G.

(* KEY 4b98c3d1ad11 *)
From Plumbline.number Require Import exp_rounded sum_math.
intros n i exact x mid rad y sum part spread share largest L X B.
assert (I : (0 <= i)%Z) by apply B.
assert (depth_is : L_weight_depth n = depth 64 n).
{ unfold L_weight_depth, depth. rewrite Z.quot_div_nonneg, Z.min_comm by lia. ring. }
unfold L_rounded_sum, L_weight_coefficient, L_rounded_fused, L_roundings_up, L_rounded_product. rewrite depth_is.
apply (sum_math.blended_takes n i _ exact mid rad x y sum part spread share largest L B).
replace (x - mid)%R with (x + - (1) * mid)%R by ring. exact X.

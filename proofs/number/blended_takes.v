(* KEY 7e4998e7bd88 *)
From Plumbline.number Require Import exp_rounded upward_math finite sum_math.
intros n i exact x mid rad y sum part spread share largest L X B.
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward, above; fold_least; reflexivity).
assert (I : (0 <= i)%Z) by apply B.
assert (depth_is : L_weight_depth n = depth 64 n).
{ unfold L_weight_depth, depth. rewrite Z.quot_div_nonneg, Z.min_comm by lia. ring. }
unfold L_sum_up, L_weight_coefficient, L_sum_up, L_product_up, L_roundings_up. rewrite !up_is, depth_is.
apply (sum_math.blended_takes n i _ exact mid rad x y sum part spread share largest L B).
replace (x - mid)%R with (x + - (1) * mid)%R by ring. exact X.

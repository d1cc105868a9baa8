(* KEY ab4f5cabccf4 *)
From Plumbline.number Require Import exp_rounded upward_math finite sum_math.
intros n exact sum magnitude N0 N1 A.
assert (radius_is : L_magnitude_radius n magnitude = magnitude_radius n magnitude).
{ unfold L_magnitude_radius, L_product_up, L_upward, L_roundings_up, L_rounded_sum, L_rounded_product.
  unfold magnitude_radius, upward, above, roundings. fold_least. rewrite Z.add_comm. reflexivity. }
unfold P_near. rewrite radius_is. replace (exact + - (1) * sum)%R with (exact - sum)%R by ring.
apply sum_math.accumulated_near; [lia|exact A].

(* KEY dcdc5f6e5d70 *)
From Plumbline.number Require Import exp_rounded upward_math finite sum_math.
intros n exact size computed magnitude depth operations M N0 N1 A S. unfold depth, operations in *.
rewrite Z.add_comm in A, S.
assert (radius_is : L_magnitude_radius n magnitude = magnitude_radius n magnitude).
{ unfold L_magnitude_radius, L_product_up, L_upward, L_roundings_up, L_rounded_sum, L_rounded_product.
  unfold magnitude_radius, upward, above, roundings. fold_least. rewrite Z.add_comm. reflexivity. }
unfold P_near. rewrite radius_is. replace (exact + - (1) * computed)%R with (exact - computed)%R by ring.
apply (sum_math.magnitude_radius_suffices n exact size computed magnitude); try assumption. lia.

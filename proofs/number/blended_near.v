(* KEY 550cc6f0878c *)
From Plumbline.number Require Import exp_rounded upward_math finite sum_math.
intros n exact sum magnitude spread N0 N1 B.
assert (radius_is : L_blended_radius n magnitude spread =
  upward (rnd (magnitude_radius n magnitude + upward (rnd (spread * (65537 / 65536)))))).
{ unfold L_blended_radius, L_sum_up, L_magnitude_radius, L_product_up, L_upward, L_roundings_up, L_rounded_sum, L_rounded_product.
  unfold magnitude_radius, upward, above, roundings. fold_least. rewrite Z.add_comm. reflexivity. }
unfold P_near. rewrite radius_is. replace (exact + - (1) * sum)%R with (exact - sum)%R by ring.
apply sum_math.blended_near; [lia|exact B].

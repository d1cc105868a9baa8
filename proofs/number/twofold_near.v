(* KEY e38b275a016b *)
From Plumbline.number Require Import exp_rounded upward_math finite twofold_math.
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
assert (one_rounding_is : forall m, L_rounding_radius m = one_rounding m)
  by (intro; unfold L_rounding_radius, L_product_up, one_rounding; rewrite up_is; unfold L_rounded_product, u;
    do 3 f_equal; lra).
intros n x s t w r N X. unfold P_near, L_twofold_radius, L_sum_up, L_product_up. rewrite one_rounding_is, !up_is.
replace (x + - (1) * L_rounded_sum s t)%R with (x - rnd (s + t))%R by (unfold L_rounded_sum; ring).
exact (twofold_math.twofold_near n x s t w r N X).

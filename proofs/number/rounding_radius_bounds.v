(* KEY ad47b638bdd3 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
intros x m. subst m. assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum,
  L_rounded_product, upward, above; fold_least; reflexivity).
assert (one_rounding_is : forall m, L_rounding_radius m = one_rounding m)
  by (intro; unfold L_rounding_radius, L_product_up, one_rounding; rewrite up_is; unfold L_rounded_product, u;
    do 3 f_equal; lra).
rewrite one_rounding_is. replace (L_rounded x + - (1) * x)%R with (rnd x - x)%R by (unfold L_rounded; ring).
apply one_rounding_bounds.

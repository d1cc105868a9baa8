(* KEY 428e7b5407b8 *)
From Plumbline.number Require Import exp_rounded upward_math finite exp_balls.
intros x a r y narrow ((domain & high) & low) near. subst y.
assert (B : (Rabs a <= 708)%R) by (apply Rabs_le; lra).
destruct (exp_value_accurate a domain B) as (positive & close).
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward, above; fold_least; reflexivity).
unfold P_near, L_exp_radius, L_rexp in *. rewrite up_is.
change (L_exp_rounded a) with (exp_value a).
unfold L_rounded_sum, L_rounded_product.
replace (1 / 4503599627370496)%R with (/ 4503599627370496)%R by lra.
replace (exp x + - (1) * exp_value a)%R with (exp x - exp_value a)%R by ring.
apply exp_near with a; try assumption.
replace (x - a)%R with (x + - (1) * a)%R by ring. exact near.

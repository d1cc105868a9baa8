(* KEY 428e7b5407b8 *)
From Plumbline.number Require Import exp_rounded upward_math finite exp_balls.
intros x a r y narrow ((domain & high) & low) near. subst y.
assert (B : (Rabs a <= 708)%R) by (apply Rabs_le; lra).
destruct (exp_value_accurate a domain B) as (positive & close).
unfold P_near, L_exp_radius, L_rounded_fused, L_rexp in *. fold_least.
change (L_exp_rounded a) with (exp_value a).
replace (exp x + - (1) * exp_value a)%R with (exp x - exp_value a)%R by ring.
apply exp_near with a; try assumption.
replace (x - a)%R with (x + - (1) * a)%R by ring. exact near.

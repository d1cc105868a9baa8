(* KEY 258c77a64902 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite sine_math.
intros x a r domain near. unfold P_series_domain, P_near in *.
assert (up_is : forall y, L_upward y = upward y) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
unfold L_sum_up. rewrite up_is. change (L_sine_rounded a) with (sine_value a). unfold L_rounded_sum, L_rsine.
replace (1 / 4503599627370496)%R with (/ 4503599627370496)%R by lra.
replace (sin x + - (1) * sine_value a)%R with (sin x - sine_value a)%R by ring.
apply sine_near; [lra|].
replace (x - a)%R with (x + - (1) * a)%R by ring. exact near.

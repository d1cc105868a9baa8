(* KEY 552d57cca1f6 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite sine_math.
intros x a r domain near. unfold P_series_domain, P_near in *.
assert (up_is : forall y, L_upward y = upward y) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
unfold L_sum_up. rewrite up_is. change (L_cosine_rounded a) with (cosine_value a). unfold L_rounded_sum, L_rcosine.
replace (1 / 4503599627370496)%R with (/ 4503599627370496)%R by lra.
replace (cos x + - (1) * cosine_value a)%R with (cos x - cosine_value a)%R by ring.
apply cosine_near; [lra|].
replace (x - a)%R with (x + - (1) * a)%R by ring. exact near.

(* KEY 68600cde65cc *)
From Plumbline.gradient Require Import divided_derivative_math.
intros p s s1 i r r1 S. apply sum_curve_slope. intros j J M. exact (S j (proj1 J) (proj2 J) M).

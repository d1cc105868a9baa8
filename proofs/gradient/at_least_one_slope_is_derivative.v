(* KEY 57b889e0538c *)
From Plumbline.gradient Require Import divided_derivative_math.
intros p s s1 i r r1 N S. rewrite Rmult_comm. apply at_least_one_curve_slope; [exact N|].
intros j J M. exact (S j (proj1 J) (proj2 J) M).

(* KEY 2d207e0c0793 *)
From Plumbline.gradient Require Import map_derivative_math.
intros p s s1 s2 i r S. apply weighed_slope. intros j J M. exact (S j (proj1 J) (proj2 J) M).

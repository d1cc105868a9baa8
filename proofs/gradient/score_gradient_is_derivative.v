(* KEY 88ca451c6089 *)
From Plumbline.gradient Require Import derivative_math.
intros p s s1 s2 r r1 i i1 I J M S. apply (softmax_slope_of_path p r1 s s1 s2 r i i1 (conj I J) M).
intros j K V. exact (S j (proj1 K) (proj2 K) V).

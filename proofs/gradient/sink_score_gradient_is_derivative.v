(* KEY 18222bfa0620 *)
From Plumbline.gradient Require Import derivative_math.
intros p s s1 s2 r r1 r2 i S. apply (sink_slope_of_path p r2 s s1 s2 r i r1).
intros j K V. exact (S j (proj1 K) (proj2 K) V).

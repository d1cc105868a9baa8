(* KEY 180769e828e3 *)
From Plumbline Require Import compare.rounded_sum_math compare.shapes.
intros r r1 r2 r3 s s1 i i1 i2 i3 r4 h1 h2 h3 h4. parts. change real_of_int with IZR in *. differences. sums.
destruct (rescaled_sum_within r r1 r2 s s1 i i1 i2 i3 r3 ltac:(assumption) ltac:(assumption) ltac:(assumption)
  ltac:(assumption)) as (B & _).
bound_by B.

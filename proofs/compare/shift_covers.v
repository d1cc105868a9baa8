(* KEY 6f0a9e75c212 *)
From Plumbline Require Import compare.rounded_sum_math compare.exponent_math compare.shapes.
intros u bound keys lag r r1 r2 r3 h1 h2 h3 h4 h5. parts. change real_of_int with IZR in *.
assert (B := shift_covers u bound keys lag ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). lra.

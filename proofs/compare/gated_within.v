(* KEY 6b8bb271a7d9 *)
From Plumbline Require Import compare.activation_math compare.shapes.
intros r r1 r2 r3 r4 r5 h1 h2 h3 h4. parts. change real_of_int with IZR in *. differences.
assert (B := gated_within r r1 r2 r3 r4 r5 ltac:(assumption) ltac:(assumption) ltac:(lra) ltac:(assumption)).
bound_by B.

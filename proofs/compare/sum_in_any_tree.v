(* KEY 5b57a7e4e6f5 *)
From Plumbline Require Import compare.rounded_sum_math compare.shapes.
intros r r1 r2 s i r3 r4 h1 h2 h3 h4. parts. change real_of_int with IZR in *.
match goal with |- context [IZR ?z] => replace z with (i - 1)%Z in * by ring end. differences. sums.
assert (B := tree_within r r1 s i r2 ltac:(assumption) ltac:(assumption) ltac:(lra) ltac:(assumption)). bound_by B.

(* KEY 23e5795dffa1 *)
From Plumbline Require Import compare.rounded_sum_math compare.exponent_math compare.shapes.
intros r r1 r2 r3 r4 r5 h1 h2 h3 h4. parts. change real_of_int with IZR in *.
assert (B := shift_covers r r1 r2 h3 h4 h2 h1). lra.

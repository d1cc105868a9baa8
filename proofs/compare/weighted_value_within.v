(* KEY f8540b382469 *)
From Plumbline Require Import compare.rounded_sum_math compare.mean_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 h1 h2 h3 h4 h5. parts. change real_of_int with IZR in *. differences.
assert (B := weighted_value r r1 r2 r3 r4 r5 r6 r7 r8 ltac:(assumption) ltac:(assumption) ltac:(assumption) ltac:(lra)
  ltac:(lra)).
bound_by B.

(* KEY 3dbb13d4184b *)
From Plumbline Require Import compare.scaled_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 h1 h2 h3 h4 h5 h6. parts. unfold P_rounds in h6. change real_of_int with IZR in *.
differences.
replace (r * r4) with (r4 * r) in h6 by ring.
assert (B := factor_on_output r r1 r2 r3 r4 r5 r6 r7 r8 h4 h1 h3 ltac:(lra) h2 ltac:(lra)).
bound_by B.

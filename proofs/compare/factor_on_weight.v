(* KEY 2ba6ce72f1ca *)
From Plumbline Require Import compare.scaled_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11. parts. unfold P_rounds in h11.
change real_of_int with IZR in *. differences.
replace (r1 * r6) with (r6 * r1) in h11 by ring.
assert (B := factor_on_weight r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 h7 h6 h5 h4 ltac:(lra) h1 h3 ltac:(lra) h2 ltac:(lra)
  h8).
bound_by B.

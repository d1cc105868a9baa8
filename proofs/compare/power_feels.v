(* KEY e6a9c26e44db *)
From Plumbline Require Import compare.base_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10. parts. unfold P_rounds in *.
change real_of_int with IZR in *. differences.
replace (r1 * r2) with (r2 * r1) in h10 by ring. replace (r2 * r3) with (r3 * r2) in * by ring.
assert (B := power_feels r r1 r2 r3 r4 r5 r6 h2 h4 h3 (conj h5 h1) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)
  ltac:(lra)). lra.

(* KEY e9923c115cc3 *)
From Plumbline Require Import compare.exponent_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 i r14 r15 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13. parts.
change real_of_int with IZR in *. differences.
assert (X : Rabs (r10 - exp (r7 - r4 + r8)) <= r2) by (replace (r7 - r4 + r8) with (r7 + r8 - r4) by ring; assumption).
destruct (rescaled_probability r r1 r2 r3 i r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 ltac:(lra) ltac:(assumption)
  ltac:(assumption) ltac:(assumption) ltac:(assumption)
  ltac:(assumption) ltac:(assumption) ltac:(assumption) ltac:(lra) ltac:(assumption) X ltac:(lra)) as (theta & A & B).
exists theta. differences. replace (r7 - r5 + theta) with (r7 + theta - r5) in B by ring.
replace (IZR (1 + i)) with (IZR i + 1) by (rewrite plus_IZR; ring).
replace (IZR i * r1 + r9) with (r9 + r1 * IZR i) in B by ring.
split; [lra|]. bound_by B.

(* KEY 12d36ad55409 *)
From Plumbline Require Import compare.exponent_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 i r7 r8 h1 h2 h3 h4 h5 h6. parts. change real_of_int with IZR in *. differences.
destruct (rescaling_exponent r r1 r2 r3 i r4 r5 r6 ltac:(lra) ltac:(assumption) ltac:(assumption) ltac:(assumption)
  ltac:(assumption)) as (rho & A & B).
exists rho. differences. split; [lra|]. replace (IZR i * r1) with (r1 * IZR i) in B by ring.
replace (r4 - r5 + rho) with (r4 + rho - r5) in B by ring. lra.

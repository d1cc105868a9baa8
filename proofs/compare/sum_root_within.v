(* KEY e62368c5c2f9 *)
From Plumbline Require Import compare.root_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 h1 h2 h3 h4 h5 h6 h7. parts. change real_of_int with IZR in *. differences.
destruct (sum_root_within r r1 r2 r3 r4 r5 (r4 + r5 * exp (r2 * r3)) h1 h2 h5 h4 h3 ltac:(lra) eq_refl h7) as (A & B).
split; [exact A|]. replace (1 - r4 - r5 * exp (r2 * r3)) with (1 - (r4 + r5 * exp (r2 * r3))) by ring.
replace (- (1) + L_root_of r1 r2) with (L_root_of r1 r2 - 1) by ring. lra.

(* KEY b12e349f34d8 *)
From Plumbline Require Import compare.activation_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 h1 h2 h3. parts. change real_of_int with IZR in *. differences.
destruct (ratio_within r r1 r2 r3 r4 r5 ltac:(lra) ltac:(lra) ltac:(assumption)) as (A & B). split.
- intro Z0. rewrite Z0, Rabs_R0 in A. lra.
- eapply Rle_trans; [exact B|]. right. f_equal. ring.

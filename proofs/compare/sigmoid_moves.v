(* KEY aa3cc67b1569 *)
From Plumbline Require Import compare.activation_math compare.shapes.
intros r r1 r2 r3 r4 r5 h1. parts. change real_of_int with IZR in *. differences.
destruct (sigmoid_moves r r1 r2 h1) as (A & B & C). split; [split; [exact C|]|exact A].
eapply Rle_trans; [exact B|]. right. ring.

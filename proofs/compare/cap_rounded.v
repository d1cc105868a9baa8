(* KEY 3ab171abeb13 *)
From Plumbline Require Import compare.score_math compare.shapes.
intros r r1 r2 r3 r4 h1 h2. parts. change real_of_int with IZR in *. differences. rewrite (Rmult_comm r).
apply (cap_rounded r r1 r2 h1 h2).

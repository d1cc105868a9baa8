(* KEY fdf964de1a23 *)
From Plumbline Require Import compare.score_math compare.shapes.
intros r r1 r2 h1. parts. change real_of_int with IZR in *. differences. apply (cap_contracts r r1 r2 h1).

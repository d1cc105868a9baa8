(* KEY 01978d0c02d6 *)
From Plumbline Require Import compare.score_math compare.shapes.
intros r r1. parts. change real_of_int with IZR in *. differences. apply relu_contracts.

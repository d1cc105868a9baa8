(* KEY f00a35115cc2 *)
From Plumbline Require Import compare.activation_math compare.shapes.
intros r r1. parts. change real_of_int with IZR in *. differences. apply absolute_contracts.

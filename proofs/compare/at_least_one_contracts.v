(* KEY 0def19cbd14d *)
From Plumbline Require Import compare.activation_math compare.shapes.
intros r r1. parts. change real_of_int with IZR in *. differences. rewrite !(Rmax_comm 1). apply at_least_one_contracts.

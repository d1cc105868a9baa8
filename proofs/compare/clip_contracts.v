(* KEY 700e93b873a2 *)
From Plumbline Require Import compare.activation_math compare.shapes.
intros r r1. parts. change real_of_int with IZR in *. differences. rewrite (Rmin_comm 1 (Rabs (r - r1))).
apply clip_contracts.

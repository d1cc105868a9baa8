(* KEY c11d6ae18595 *)
From Plumbline Require Import compare.score_math compare.shapes.
intros r r1 r2 r3 h1. parts. change real_of_int with IZR in *. differences. rewrite (Rmult_comm r). apply tanh_relative.
assumption.

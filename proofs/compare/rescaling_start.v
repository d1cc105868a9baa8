(* KEY a1b2798ac593 *)
From Plumbline Require Import compare.shapes.
intros r r1 r2 r3 r4. parts. change real_of_int with IZR in *. constructor.

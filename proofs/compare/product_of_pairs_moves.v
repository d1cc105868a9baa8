(* KEY f2a34820b500 *)
From Plumbline Require Import compare.position_math compare.shapes.
intros r r1 r2 r3 r4 h1 h2 h3. parts. change real_of_int with IZR in *. differences.
apply product_of_pairs_moves; assumption.

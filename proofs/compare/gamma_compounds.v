(* KEY 667470ec9e4f *)
From Plumbline Require Import compare.rounded_sum_math compare.shapes.
intros r r1 r2 r3 h1 h2 h3 h4. parts. change real_of_int with IZR in *. apply gamma_compound; try assumption. lra.

(* KEY 296accb6c4af *)
From Plumbline Require Import compare.ramp_math compare.shapes.
intros r r1 r2 r3 r4 h1 h2 h3 h4. parts. change real_of_int with IZR in *. apply gamma_takes_more; try assumption. lra.

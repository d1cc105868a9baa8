(* KEY 98f18ada8b66 *)
From Plumbline Require Import compare.ramp_math compare.shapes.
intros r r1 r2 r3 r4 h1 h2 h3 h4 h5. parts. change real_of_int with IZR in *. differences.
rewrite !(Rmin_comm r2). apply turns_within; try lra.

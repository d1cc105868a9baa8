(* KEY 025faf41b52f *)
From Plumbline Require Import compare.mean_math compare.shapes.
intros r r1 r2 h1 h2 h3. parts. change real_of_int with IZR in *. differences. apply log_near; assumption.

(* KEY 15a575b91365 *)
From Plumbline Require Import compare.activation_math compare.shapes.
intros r r1 r2 h1 h2. parts. change real_of_int with IZR in *. differences. apply (clip_settled r r1 r2 h1).
destruct h2; [right|left]; lra.

(* KEY 5af4b04259db *)
From Plumbline Require Import compare.rounded_sum_math compare.shapes.
intros r i r1 r2 r3 h1 h2 h3. parts. change real_of_int with IZR in *. change real_of_int with IZR in *.
rewrite (Rmult_comm r) in *. split; [apply growth_linear|apply growth_gamma]; assumption.

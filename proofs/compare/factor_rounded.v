(* KEY 3cc33556da46 *)
From Plumbline Require Import compare.shapes.
intros r r1 r2 r3 h1 h2. parts. unfold P_rounds in h2. change real_of_int with IZR in *. differences.
rewrite (Rabs_pos_eq r2) in h2 by lra. replace (r2 * (r + r1 / r2)) with (r * r2 + r1) by (field; lra). lra.

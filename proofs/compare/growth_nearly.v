(* KEY 510b7d9e4b3d *)
From Plumbline Require Import compare.own_math compare.shapes.
intros r r1 r2 r3 r4 h1 h2 h3 h4 h5 h6. unfold P_nearly in *. change real_of_int with IZR in *. parts. differences.
assert (A : nearly ((1 + r2) * r + r1) (exp r2 - 1) r4) by (apply (growth_nearly r r1 r2 r3 r4); unfold nearly; lra).
unfold nearly in A. lra.

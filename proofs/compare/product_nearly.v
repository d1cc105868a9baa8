(* KEY 99b71a8748d3 *)
From Plumbline Require Import compare.own_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 h1 h2 h3 h4 h5 h6 h7 h8 h9. unfold P_nearly in *. change real_of_int with IZR in *. parts.
differences.
assert (A : nearly (r + r1 + r2) (r3 * r4) r7).
{ apply (product_nearly r r1 r2 r3 r4 r5 r6 r7); try lra; unfold nearly; lra. }
unfold nearly in A. lra.

(* KEY 315443e6e4c1 *)
From Plumbline Require Import compare.sums_math compare.own_math compare.shapes.
intros r r1 r2 s s1 s2 i i1 i2 i3 r3 h1 h2 h3 h4 h5 h6. unfold P_nearly in *. change real_of_int with IZR in *. parts.
sums. differences.
assert (A : nearly (r1 + 2 * IZR i1 * r) (sum_below s i) r2).
{ apply (sum_nearly r r1 s s1 s2 i i1 i2 i3 r2); try lra; [|assumption]. intros j (J1 & J2).
  destruct (h6 j J1 J2) as (B & C). unfold nearly. lra. }
unfold nearly in A. replace (r1 + 2 * r * IZR i1) with (r1 + 2 * IZR i1 * r) by ring. lra.

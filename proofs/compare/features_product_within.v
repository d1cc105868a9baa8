(* KEY 230a09fdc6b6 *)
From Plumbline Require Import compare.sums_math compare.score_math compare.shapes.
intros s s1 s2 s3 s4 s5 s6 i h1. parts. change real_of_int with IZR in *. differences. sums.
assert (B := features_product i s s1 s2 s3 s4 s5).
rewrite (sum_same i s6 (fun c => s4 c * (Rabs (s1 c) + s5 c) + Rabs (s c) * s5 c)).
- apply B. intros j (J1 & J2). destruct (h1 j J1 J2) as ((A & C) & D). differences. split; assumption.
- intros j (J1 & J2). destruct (h1 j J1 J2) as ((A & C) & D). rewrite <- A. ring.

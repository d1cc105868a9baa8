(* KEY 736c6148b436 *)
From Plumbline Require Import compare.sums_math compare.activation_math compare.shapes.
intros s s1 s2 s3 s4 i r r1 r2 a h1 h2 h3. parts. change real_of_int with IZR in *. differences. sums.
assert (B := numerator_within i s s1 s2 s3 r r1 r2 h1).
rewrite (sum_same i (fun i0 => s4 i0 * Rabs (s2 i0)) (fun j => (Rabs (s j) + s1 j) * Rabs (s2 j))).
- eapply Rle_trans; [apply B|].
  + intros j (J1 & J2). destruct (h3 j J1 J2) as (A & C). differences. exact C.
  + lra.
  + right. ring.
- intros j (J1 & J2). destruct (h3 j J1 J2) as (A & C). rewrite <- A. ring.

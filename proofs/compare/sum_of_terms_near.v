(* KEY 74c072627f58 *)
From Plumbline Require Import compare.rounded_sum_math compare.mean_math compare.shapes.
intros r r1 r2 r3 r4 s s1 s2 s3 i i1 i2 i3 r5 h1 h2 h3 h4 h5 h6. parts. change real_of_int with IZR in *. differences.
sums.
assert (B := sum_of_near_terms r r1 r2 s s1 s2 s3 r3 i i1 i2 i3 r4 ltac:(assumption) ltac:(assumption) ltac:(assumption)
  ltac:(assumption) ltac:(assumption)).
eapply Rle_trans; [apply B; clear B|].
- intros j (J1 & J2). destruct (h6 j J1 J2) as (C & D). split; [exact C|].
  replace (s1 j * s j - s2 j) with (- (1) * s2 j + s j * s1 j) by ring. lra.
- replace (- (1) + L_growth r i1) with (L_growth r i1 - 1) by ring. right. ring.

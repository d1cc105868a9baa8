(* KEY 4d5771115aaf *)
From Plumbline Require Import compare.scaled_math compare.shapes.
intros s s1 s2 s3 s4 i r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 h1 h2 h3 h4 h5 h6 h7 h8 h9. parts.
destruct (Q_mean_within s s1 s2 s3 s4 i r1 r2 (r3 / r) r4 r5 r6 r7 r8 r9 h1 h3 h4 h5 h6 h7
  ltac:(replace (r7 * r1) with (r1 * r7) by ring; rewrite Rplus_comm; exact h8) h9) as (A & B).
split; [exact A|]. change real_of_int with IZR in *. differences.
assert (C := scaled_quotient r r3 r4 r2 _ h2 A B). exact C.

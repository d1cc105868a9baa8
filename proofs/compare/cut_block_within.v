(* KEY 4b0a669df2c0 *)
From Plumbline Require Import compare.sums_math compare.shapes.
intros s s1 i i1 r r1 r2 r3 x r4 r5 h1 h2 h3 h4 h5 h6 h7 h8 h9. parts. change real_of_int with IZR in *. differences.
sums. rewrite (Rmult_comm r (IZR i)), Rmult_assoc.
assert (L : key (1 + i) i1) by (unfold key; lia).
apply (cut_block i i1 s s1 r r1 r2 h7 L h3 h2 h6 h1).
- intros j (J1 & J2). assert (J3 : (j <= i)%Z) by lia. destruct (h9 j J1 J3) as (A & B). differences. split; assumption.
- destruct h8 as [A|A]; [left; symmetry; exact A|right; exact A].

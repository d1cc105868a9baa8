(* KEY 421c70523f90 *)
From Plumbline Require Import compare.rounded_sum_math compare.score_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 h1 h2 h3 h4 h5 h6 h7 h8 h9. parts.
change real_of_int with IZR in *.
assert (near : forall a t x y, P_rounds a t x y -> rounded_sum.near_rounded a t x y).
{ unfold P_rounds, rounded_sum.near_rounded. intros a t x y Hq. replace (y - x) with (y + - (1) * x) by ring. lra. }
differences. replace (r * (1 + r4)) with ((1 + r4) * r) in h9 by ring. rewrite (Rplus_comm r8) in h9.
assert (B := cap_within r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 h1 h8 h7 h4 h6 h2 h5 h3 (near _ _ _ _ h9)).
change (score_math.cap r r1) with (L_cap r r1) in B. bound_by B.

(* KEY 292b12baef4f *)
From Plumbline Require Import compare.rounded_sum_math compare.score_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 h1 h2 h3 h4 h5 h6 h7. parts. change real_of_int with IZR in *.
assert (near : forall a t x y, P_rounds a t x y -> rounded_sum.near_rounded a t x y).
{ unfold P_rounds, rounded_sum.near_rounded. intros a t x y Hq. replace (y - x) with (y + - (1) * x) by ring. lra. }
differences. replace (r * (1 + r4)) with ((1 + r4) * r) in * by ring.
assert (B := score_within r r1 r2 r3 r4 r5 r6 r7 r8 r9 ltac:(assumption) ltac:(assumption) ltac:(assumption)
  ltac:(assumption) ltac:(assumption) ltac:(lra) (near _ _ _ _ ltac:(eassumption))).
bound_by B.

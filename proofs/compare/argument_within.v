(* KEY ee8f64fa85d2 *)
From Plumbline Require Import compare.rounded_sum_math compare.exponent_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 h1 h2 h3 h4 h5 h6 h7 h8 h9. parts. change real_of_int with IZR in *.
assert (near : forall a t x y, P_rounds a t x y -> rounded_sum.near_rounded a t x y).
{ unfold P_rounds, rounded_sum.near_rounded. intros a t x y Hq. replace (y - x) with (y + - (1) * x) by ring. lra. }
differences.
assert (B := argument_within r r1 r2 r3 r4 r5 r6 r7 r8 r9 h2 h1 h5 h6 h4 h3 (near _ _ _ _ h8) (near _ _ _ _ h7) h9).
bound_by B.

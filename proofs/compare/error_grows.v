(* KEY 9f064de6971e *)
From Plumbline Require Import compare.rounded_sum_math compare.score_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 h1 h2 h3. parts. change real_of_int with IZR in *.
assert (near : forall a t x y, P_rounds a t x y -> rounded_sum.near_rounded a t x y).
{ unfold P_rounds, rounded_sum.near_rounded. intros a t x y Hq. replace (y - x) with (y + - (1) * x) by ring. lra. }
assert (back : forall a t x y, rounded_sum.near_rounded a t x y -> P_rounds a t x y).
{ unfold P_rounds, rounded_sum.near_rounded. intros a t x y Hq. replace (y + - (1) * x) with (y - x) by ring. lra. }
differences.
assert (B := error_grows r r1 r2 r3 r4 r5 ltac:(assumption) ltac:(assumption) (near _ _ _ _ ltac:(eassumption))).
bound_by B.

(* KEY 1394470b790b *)
From Plumbline Require Import compare.activation_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 h1 h2 h3 h4. parts. change real_of_int with IZR in *.
assert (near : forall a t x y, P_rounds a t x y -> rounded_sum.near_rounded a t x y).
{ unfold P_rounds, rounded_sum.near_rounded. intros a t x y Hq. replace (y - x) with (y + - (1) * x) by ring. lra. }
differences.
assert (B := difference_within r r1 r2 r3 r4 r5 r6 r7 r8 ltac:(assumption) ltac:(assumption) ltac:(assumption)
  (near _ _ _ _ ltac:(eassumption))).
replace (- (1) + exp r4) with (exp r4 - 1) by ring. replace (- (1) + exp r5) with (exp r5 - 1) by ring. bound_by B.

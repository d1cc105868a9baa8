(* KEY b53a8dbf54ec *)
From Plumbline Require Import compare.rounded_sum_math compare.shapes.
intros r r1 r2 r3 i r4 r5 h1 h2 h3 h4. parts. change real_of_int with IZR in *.
assert (near : forall a t x y, P_rounds a t x y -> rounded_sum.near_rounded a t x y).
{ unfold P_rounds, rounded_sum.near_rounded. intros a t x y Hq. replace (y - x) with (y + - (1) * x) by ring. lra. }
assert (back : forall a t x y, rounded_sum.near_rounded a t x y -> P_rounds a t x y).
{ unfold P_rounds, rounded_sum.near_rounded. intros a t x y Hq. replace (y + - (1) * x) with (y - x) by ring. lra. }
apply back. replace (r1 * IZR i) with (IZR i * r1) by ring. apply roundings_gamma; try assumption. lra.

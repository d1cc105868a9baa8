(* KEY ee8f64fa85d2 *)
From Plumbline Require Import compare.rounded_sum_math compare.exponent_math compare.shapes.
intros u t s delta score m bound shift a b x g ulps low high h1 h2 h3 h4 h5 h6 h7 h8 h9. parts.
change real_of_int with IZR in *.
assert (near : forall a t x y, P_rounds a t x y -> rounded_sum.near_rounded a t x y).
{ unfold P_rounds, rounded_sum.near_rounded. intros a t x y Hq. replace (y - x) with (y + - (1) * x) by ring. lra. }
differences.
assert (B := argument_within u t s delta score m bound shift a b x h2 h1 h5 h6 h4 h3 (near _ _ _ _ h8) (near _ _ _ _ h7)
  h9).
bound_by B.

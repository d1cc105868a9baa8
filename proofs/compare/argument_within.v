(* KEY 5547d7b7324a *)
From Plumbline Require Import compare.rounded_sum_math compare.exponent_math compare.shapes.
intros u t s delta score m bound shift a b x moved g h1 h2 h3 h4 h5 h6 h7 h8 h9. parts.
change real_of_int with IZR in *.
assert (near : forall e tiny p q, P_rounds e tiny p q -> rounded_sum.near_rounded e tiny p q).
{ unfold P_rounds, rounded_sum.near_rounded. intros e tiny p q R. replace (q - p) with (q + - (1) * p) by ring. lra. }
differences.
assert (B := argument_within u t s delta score m bound shift a b x h2 h1 h5 h6 h4 h3 (near _ _ _ _ h8) (near _ _ _ _ h7)
  h9).
bound_by B.

(* KEY 972e7dc42ee1 *)
From Plumbline Require Import compare.rounded_sum_math compare.score_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 h1 h2 h3 h4. parts. change real_of_int with IZR in *.
assert (near : forall a t x y, P_rounds a t x y -> rounded_sum.near_rounded a t x y).
{ unfold P_rounds, rounded_sum.near_rounded. intros a t x y Hq. replace (y - x) with (y + - (1) * x) by ring. lra. }
unfold L_off_when_stored. differences. replace (1 + r4 - r) with (r4 - (r - 1)) in * by ring.
rewrite (Rplus_comm 1 r5) in h4.
assert (B := two_steps r r1 r2 r3 r4 r5 r6 h1 h2). replace (r - 1 ) with (r - 1) in B by ring.
replace (1 + r4 - r) with (r4 - (r - 1)) in h2 by ring. replace (- (1) + r) with (r - 1) by ring.
assert (N : rounded_sum.near_rounded r2 r3 r4 r5) by (apply near; assumption).
assert (M : rounded_sum.near_rounded r2 r3 (r5 + 1) r6) by (apply near; assumption).
specialize (B N M). cbv zeta in B. bound_by B.

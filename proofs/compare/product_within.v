(* KEY a41d8d503230 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.score_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 s s1 s2 s3 s4 s5 i i1 i2 a r7 h1 h2 h3 h4 h5 h6 h7 h8. parts.
change real_of_int with IZR in *.
assert (near : forall a t x y, P_rounds a t x y -> rounded_sum.near_rounded a t x y).
{ unfold P_rounds, rounded_sum.near_rounded. intros a t x y Hq. replace (y - x) with (y + - (1) * x) by ring. lra. }
differences. sums.
assert (B := product_within r r1 r2 r3 r4 r5 s s1 s2 s3 s4 i i1 i2 r6 ltac:(assumption) ltac:(assumption)
  ltac:(assumption) ltac:(assumption) ltac:(assumption) ltac:(assumption)).
eapply Rle_trans; [apply B; clear B|].
- intros j (J1 & J2). destruct (h8 j J1 J2) as (((A & C) & D) & E). split; [exact A|]. split; apply near; assumption.
- assumption.
- rewrite (sum_same i (fun c => r3 * ((1 + r4) * Rabs (s3 c) + r5) + r5 * (1 + r2) * Rabs (s2 c)) s5).
  + replace (- (1) + L_growth r i1) with (L_growth r i1 - 1) by ring. right. ring.
  + intros j (J1 & J2). destruct (h8 j J1 J2) as (((A & C) & D) & E). rewrite <- C. ring.

(* KEY b2e760dc92e5 *)
From Plumbline Require Import compare.sums_math compare.shapes budget.products_math budget.chunks_math.
intros u t q k c m n d steps scale s size STEPS D N UT B BS
  (a & b & x & y & (((SH & (e & f & (G & E) & F)) & Y) & C) & X).
assert (PART : P_part_of a m n) by (intros j J0 J1 I; apply (SH j J0 J1); left; exact I).
assert (W1 := Q_first_denominator_within u t q k m a n d steps scale x ltac:(lia) ltac:(lia) UT B BS PART X).
unfold size. clear size. unfold P_bears_sum, L_rmul, L_el in BS. change real_of_int with IZR in BS.
assert (SH' : shared_out m a b n) by (intros j J; exact (SH j (proj1 J) (proj2 J))).
assert (C' : forall j, key n j -> a j = true -> scale * L_dots q (L_column_of k n j) d = c j)
  by (intros j J I; exact (C j (proj1 J) (proj2 J) I)).
set (first := L_first_denominator_off u t scale q k m n d steps) in *. clearbody first.
unfold P_near, L_rmul, P_rounded_in, P_rounded_by, P_near in *. differences.
rewrite (Rplus_comm (L_el t 3)) in E, G. rewrite (Rplus_comm (L_el t 6)) in F.
assert (W := chunked_denominator u t q k c m a b n d steps scale x y e f s first UT BS STEPS N SH' C' W1 Y E F G).
eapply Rle_trans; [exact W|]. right.
unfold L_joined_off, joined_off, L_moved, moved, L_terms_off, L_gamma_up, L_rmul, L_rdiv, L_el, L_visible_total,
  L_absolutes, L_gamma_of.
change real_of_int with IZR. differences. unfold over. ring.

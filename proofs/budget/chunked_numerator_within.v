(* KEY 2cf3f312f6e2 *)
From Plumbline Require Import compare.sums_math compare.shapes budget.products_math budget.chunks_math.
intros u t q k c v m n d steps scale s D N STEPS UT B BS (a & b & x & y & (((SH & (e & f & (G & E) & F)) & C) & Y) & X).
assert (PART : P_part_of a m n) by (intros j J0 J1 I; apply (SH j J0 J1); left; exact I).
assert (W1 := Q_first_numerator_within u t q k v m a n d steps scale x ltac:(lia) ltac:(lia) UT B BS PART X).
unfold P_bears_sum, L_rmul, L_el in BS. change real_of_int with IZR in BS.
assert (SH' : shared_out m a b n) by (intros j J; exact (SH j (proj1 J) (proj2 J))).
assert (C' : forall j, key n j -> a j = true -> scale * L_dots q (L_column_of k n j) d = c j)
  by (intros j J I; exact (C j (proj1 J) (proj2 J) I)).
set (first := L_first_numerator_off u t scale q k v m n d steps) in *. clearbody first.
unfold P_near, L_rmul, P_rounded_in, P_rounded_by, P_near in *. differences.
rewrite (Rplus_comm (L_el t 3)) in E, G. rewrite (Rplus_comm (L_el t 6)) in F.
assert (W := chunked_numerator u t q k c v m a b n d steps scale x y e f s first UT BS STEPS N SH' C' W1 Y E F G).
assert (ONE : forall x z, L_weighted x m z 1 0 n = over m n (fun j => x j * z j)).
{ intros x1 z1. apply sum_same. intros j _. unfold L_place. replace (j * 1 + 0)%Z with j by ring. reflexivity. }
rewrite ONE. eapply Rle_trans; [exact W|]. right.
unfold L_joined_off, joined_off, L_moved, moved, L_second_numerator_off, L_products_off, L_products_lost,
  L_products_relative, L_product_sizes, L_weight_lost. rewrite !ONE.
assert (SIZE : over m n (fun j => L_absolutes c j * L_absolutes v j) = over m n (fun j => Rabs (c j * v j))).
{ apply sum_same. intros j _. unfold L_absolutes. rewrite Rabs_mult. reflexivity. }
rewrite SIZE. unfold off, L_joint, L_gamma_up, L_rmul, L_rdiv, L_el, L_visible_total, L_absolutes, L_compound,
  L_gamma_of.
change real_of_int with IZR. differences. unfold over. ring.

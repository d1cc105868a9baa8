(* KEY 1df149754b27 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.shapes budget.products_math.
intros u t p v m n k d z K UT B S. unfold P_bears_sum, L_rmul, L_el in B. change real_of_int with IZR in B.
assert (W := visible_quotients_within u t p v m n k d z UT B K S). cbv zeta in W.
assert (ONE : forall a b, L_weighted a m b 1 0 n = sum_below (fun j => if m j then a j * b j else 0) n).
{ intros a b. apply sum_same. intros j _. unfold L_place. replace (j * 1 + 0)%Z with j by ring. reflexivity. }
unfold P_near, L_products_off, L_products_lost, L_products_relative, L_product_sizes, L_weight_lost. rewrite !ONE.
assert (SIZE : sum_below (fun j => if m j then L_absolutes p j * L_absolutes v j else 0) n =
  sum_below (fun j => if m j then Rabs (p j * v j) else 0) n).
{ apply sum_same. intros j _. unfold L_absolutes. rewrite Rabs_mult. reflexivity. }
rewrite SIZE. differences. eapply Rle_trans; [exact W|]. right. unfold off.
unfold L_joint, L_gamma_up, L_rmul, L_rdiv, L_el, L_visible_total, L_absolutes, L_compound, L_gamma_of.
change real_of_int with IZR. differences. ring.

(* KEY 9ab81b97f4b0 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.shapes budget.products_math.
intros u t p m n k s UT B S. unfold P_bears_sum, L_rmul, L_el in B. change real_of_int with IZR in B.
assert (W := visible_terms_within u t p m n k s UT B S). cbv zeta in W.
unfold P_near, L_terms_off, L_gamma_up, L_rmul, L_rdiv, L_el, L_visible_total, L_absolutes, L_gamma_of in *.
change real_of_int with IZR in *. differences. eapply Rle_trans; [exact W|]. right. ring.

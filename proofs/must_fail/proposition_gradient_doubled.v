(* KEY 7e74b726829e *)
(* one row, one key, all numbers 1: 2 in place of 3 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (constant 1) (constant 1) (constant 1) (constant 1) 1%Z 1%Z 1%Z 0%Z). cbv zeta in H.
specialize (H ltac:(lia) (conj (conj eq_refl (Z.le_refl 0)) eq_refl)).
unfold L_dots, L_outputs, L_along, L_in_row, L_value_gradient, sum_below, constant in H. simpl in H. lra.

(* KEY d6554b2491a0 *)
(* of two keys the second: its weight in the first row, not the first key's in the second *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (fun k : Z => if (k =? 1)%Z then 1 else 0) (constant 1) 0%Z 2%Z 1%Z 1%Z 0%Z (Z.le_refl 0)).
unfold L_el, L_value_gradient, L_place, sum_below, constant in H. simpl in H. lra.

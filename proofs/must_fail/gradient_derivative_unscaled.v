(* KEY bdaf5d26f390 *)
(* one key, all numbers 1, a scale of 2: 2 in place of 1 *)
From Coq Require Import Reals ZArith Lia Lra.
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H 2 (constant 1) (constant 1) (constant 1) every_key 1%Z 1%Z ltac:(lia) ltac:(lia)).
unfold L_visible_total, L_products, L_scaled_dots, L_dots, L_aggregate, L_weighted, L_drop, sum_below, constant,
  every_key in H.
simpl in H. lra.

(* KEY f22f8cd4a634 *)
(* two keys of weight 1 and value 1: 2 in place of 1 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (constant 1) (constant 1) every_key 1%Z 2%Z 0%Z 1 1).
assert (W : P_equal_weights (constant 1) every_key 2 1).
{ intros j J L. split; intro N; [destruct (N eq_refl)|reflexivity]. }
assert (V : P_equal_values (constant 1) every_key 2 1 0 1) by (intros j J L _; reflexivity).
specialize (H W V). unfold L_el, L_aggregate, L_weighted, sum_below, constant in H. simpl in H. lra.

(* KEY 32939f1d3811 *)
(* one key of score 0 and value 1, shifted by 1: 1/e in place of 1 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (constant 0) (constant 1) every_key 1 1%Z 1%Z 0%Z).
unfold L_rdiv, L_el, L_aggregate, L_weighted, L_shifted_exponentials, sum_below in H. simpl in H.
rewrite one_weight, one_exponential in H. unfold constant in H.
rewrite Rminus_0_r, exp_0 in H. replace (0 - 1) with (- (1)) in H by ring.
assert (B := exp_of_minus_one_below). lra.

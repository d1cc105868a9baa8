(* KEY 3a6a01d77f2e *)
(* one key of score 0, shifted by 1: 1/e in place of 1 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (constant 0) every_key 1 1%Z 0%Z ltac:(lia) ltac:(lia) eq_refl).
unfold L_rdiv, L_rexp, L_el in H. rewrite one_weight, one_exponential in H. unfold constant in H.
replace (0 + - (1) * 1) with (- (1)) in H by ring. rewrite Rminus_0_r, exp_0 in H.
assert (B := exp_of_minus_one_below). lra.

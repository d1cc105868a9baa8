(* KEY f279dd165afe *)
(* one key weighs 1, not at most 1/2 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
cbv zeta in H. specialize (H (constant 0) every_key 1%Z 1%Z 0%Z 0 0 ltac:(lia) ltac:(lia) (every_key_first 1 eq_refl)).
assert (B : P_between (constant 0) 0 0 1) by (intros j y J L; unfold y, L_el, constant; split; lra).
destruct (H B) as [_ U]. unfold L_el in U. rewrite one_weight in U.
replace (0 + - (1) * 0) with 0 in U by ring. rewrite exp_0 in U. change (real_of_int 1) with 1 in U. lra.

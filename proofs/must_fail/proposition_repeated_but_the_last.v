(* KEY 1d37c4e87c7a *)
(* two keys of the scores 1 and 0 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (two 1 0) every_key 2%Z 2%Z 0%Z ltac:(lia) ltac:(lia) (every_key_first 2 eq_refl)).
assert (A : P_alike (two 1 0) 1) by (intros j J L; replace j with 0%Z by lia; reflexivity).
specialize (H A). unfold L_el in H. rewrite first_weight_of_two in H.
assert (B := above_half (exp 1) (exp 0) (Exp_prop.exp_pos 0) (exp_increasing 0 1 ltac:(lra))).
change (real_of_int 2) with 2 in H. rewrite <- H in B. lra.

(* KEY 1a99883b8212 *)
(* two keys and a bias of 1 at distance 1: the first weighs e / (e + 1), not 1 / (e + 1) *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (two 1 0) (two 0 1) every_key 2%Z 2%Z 0%Z 0 ltac:(lia) ltac:(lia) (every_key_first 2 eq_refl)).
assert (D : P_by_distance (two 1 0) (two 0 1) 2 0).
{ intros j J L. assert (C : j = 0%Z \/ j = 1%Z) by lia. destruct C as [-> | ->]; unfold L_el, two; simpl; ring. }
specialize (H D). unfold L_el in H. rewrite first_weight_of_two, two_exponentials, !Rminus_0_r in H. unfold two in H.
simpl in H.
assert (E := e_above_one). rewrite exp_0 in H. apply (f_equal (Rmult (exp 1 + 1))) in H.
unfold Rdiv in H. replace ((exp 1 + 1) * (exp 1 * / (exp 1 + 1))) with (exp 1) in H by (field; lra).
replace ((exp 1 + 1) * (1 * / (1 + exp 1))) with 1 in H by (field; lra). lra.

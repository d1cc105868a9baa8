(* KEY 60212ce1f6f4 *)
From Coq Require Import Lra.
(* delta 1, stored as 2, taken from 0 with the result -4, which the product makes -8 *)
intro H. set (u := fun i : Z => if (i =? 4)%Z then 1 else 0). set (t := fun _ : Z => 0).
assert (UT : P_is_roundings u t) by (intros i _; unfold u, t; destruct (i =? 4)%Z; lra).
assert (DOUBLED : forall x, P_element_computed u t x (2 * x)).
{ intro x. exists (2 * x). unfold L_el, u, t. simpl.
  replace (2 * x + - (1) * (2 * x)) with 0 by ring. replace (2 * x + - (1) * x) with x by ring. rewrite Rabs_R0. lra. }
assert (E := DOUBLED (1 + - (1) * 0)). assert (C := DOUBLED (0 + - (1) * (2 * (1 + - (1) * 0)))).
assert (X := DOUBLED (1 * (2 * (0 + - (1) * (2 * (1 + - (1) * 0)))))).
destruct (H u t 1 0 1 0 _ _ _ UT X E C) as (p & s & ((b & B & S) & D) & P & _). rewrite (P eq_refl) in D.
unfold P_rounded_in, P_rounded_by, P_near, P_difference_weighed, P_near, L_difference_off, L_difference_tiny,
  L_elementwise_unit, L_elementwise_tiny, L_joint, L_rmul, L_el, u, t in B, S, D.
simpl in B, S, D. rewrite Rabs_R1, Rabs_R0 in D. split_Rabs; lra.

(* KEY 2e2aea871555 *)
From Plumbline Require Import must_fail.engine_witness.
(* a probability of 0, stored as 1 *)
intro H. assert (UT : P_is_roundings none (only 5 1)) by (apply only_are_roundings; lra).
assert (E : forall x, P_element_computed none (only 5 1) x x).
{ intro x. exists x. unfold L_el, none, only. simpl. replace (x + - (1) * x) with 0 by ring. rewrite Rabs_R0. lra. }
assert (W : P_score_gradient_computed none (only 5 1) 0 1 0 0 1).
{ apply (H none (only 5 1) 0 1 1 0 0 0 1 1); [rounds|exact UT| | |].
  - replace (1 * 1) with 1 by ring. apply E.
  - replace (0 + - (1) * 0) with 0 by ring. apply E.
  - replace (1 + - (1) * 0) with 1 by ring. apply E. }
destruct W as (s & ((y & B & S) & D)).
unfold P_rounded_in, P_rounded_by, P_near, P_difference_weighed, P_near, L_difference_off, L_difference_tiny,
  L_elementwise_unit, L_elementwise_tiny, L_joint, L_rmul in *.
values. rewrite ?Rabs_R0, ?Rabs_R1 in *. bounds. lra.

(* KEY da628f17f243 *)
From Coq Require Import Lra.
(* a query of 1 that stays, and a key of 1 that becomes 2 *)
intro H. set (all := fun (r : R) (_ : Z) => r).
assert (C := H (all 1) (all 2) (all 1) (all 1) (all 0) (all 1) (all 2) (all 2) 1%Z). cbv zeta in C.
assert (B : P_near (L_dots (all 1) (all 2) 1) (L_dots (all 1) (all 1) 1) (L_dots (all 0) (all 2) 1)).
{ apply C; try lia; intros c _ _; unfold P_near, L_el, all.
  - rewrite Rabs_pos_eq; lra.
  - rewrite Rabs_pos_eq; lra.
  - replace (2 + - (1) * 1) with 1 by ring. rewrite Rabs_R1. lra.
  - replace (1 + - (1) * 1) with 0 by ring. rewrite Rabs_R0. lra. }
unfold P_near, L_dots, sequence.sum_below, all in B. simpl in B.
replace (0 + 1 * 2 + - (1) * (0 + 1 * 1)) with 1 in B by ring. rewrite Rabs_R1 in B. lra.

(* KEY 33f56da3aba3 *)
From Plumbline Require Import compare.rounded_sum_math.
(* the scale 1 is taken for 2, in inputs of the unit 1 *)
intro H. set (none := fun _ : Z => 0). set (u := fun i : Z => if (i =? 0)%Z then 1 else 0).
assert (G : L_gamma_up 2 0 = 0) by (unfold L_gamma_up, L_rdiv, L_rmul, Rdiv; ring).
assert (S : forall x, rounded_sum.near_rounded (u 4%Z) (none 4%Z) x x).
{ intro x. unfold rounded_sum.near_rounded, u, none. simpl. replace (x - x) with 0 by ring. rewrite Rabs_R0. lra. }
assert (C := H u none 1 0 0 1 1 2). cbv zeta in C. unfold L_rmul in C. rewrite Rmult_1_r, Rabs_R1 in C.
assert (B : P_near 2 1 (L_own_off (L_scaled_unit u 0) (L_scaled_tiny u none 1 0) 1)).
{ apply C.
  - intros i _. unfold u, none. destruct (i =? 0)%Z; lra.
  - unfold P_bears_scale, L_rmul, L_el, u. simpl. lra.
  - exists 2. split.
    + unfold engine.rounded_at, rounded_sum.near_rounded, u, none. simpl. replace (2 - 1) with 1 by ring.
      rewrite Rabs_R1. lra.
    + replace (2 * 1) with 2 by ring. change 2%Z with (0 + 1 + 1)%Z.
      repeat (eapply rounded_sum.roundings_next; [|apply S]). apply rounded_sum.roundings_none.
  - unfold P_near, L_own_off, L_rmul. replace (1 + - (1) * 1) with 0 by ring. rewrite Rabs_R0. lra. }
unfold P_near, L_own_off, L_scaled_unit, L_scaled_tiny, L_gamma_tiny, L_joint, L_rmul in B.
change (L_el u 4%Z) with 0 in B. change (L_el none 4%Z) with 0 in B. rewrite !G, Rabs_R1 in B.
replace (2 + - (1) * 1) with 1 in B by ring. rewrite Rabs_R1 in B. lra.

(* KEY c6fbde8c0bbb *)
From Plumbline Require Import compare.rounded_sum_math.
(* the slope 1 becomes 2, its product with 1 becomes 4 and 8, in tensors of the unit 1 *)
intro H. set (none := fun _ : Z => 0). set (u := fun i : Z => if (i =? 7)%Z then 1 else 0).
assert (N : forall x, rounded_sum.near_rounded 1 0 x (2 * x)).
{ intro x. unfold rounded_sum.near_rounded. replace (2 * x - x) with x by ring. lra. }
assert (G : forall k, L_gamma_up k 0 = 0) by (intro k; unfold L_gamma_up, L_rdiv, L_rmul, Rdiv; ring).
assert (U : L_tensor_unit u = 1) by (unfold L_tensor_unit, L_el, u; simpl; apply Rmax_right; lra).
assert (T : L_tensor_tiny none = 0) by (unfold L_tensor_tiny, L_el, none; apply Rmax_left; lra).
assert (M : forall x, L_in_tensor_tiny u none x = 2 * x).
{ intro x. unfold L_in_tensor_tiny, L_rmul. rewrite U, T. ring. }
assert (K : forall k, L_gamma_tiny u none k = 0) by (intro k; unfold L_gamma_tiny, L_rmul, L_el, none; ring).
assert (C := H u none 0%Z 1 1 8). cbv zeta in C. unfold L_rmul in C. rewrite Rmult_1_r, Rabs_R1 in C.
assert (B : P_near 8 1 (L_own_off (L_alibi_unit u none (real_of_int 0) 1) (L_alibi_tiny u none) 1)).
{ apply C.
  - intros i _. unfold u, none. destruct (i =? 7)%Z; lra.
  - unfold P_bears_slope, L_rmul, L_el, u. simpl. repeat split; lra.
  - right. split; [lra|]. exists 1, (2 * 1), (2 * 1), (2 * (2 * 1)). repeat split; try (right; apply N).
    + apply rounded_sum.roundings_none.
    + replace (2 * 1 * 1) with (2 * 1) by ring. change 4%Z with (0 + 1 + 1 + 1 + 1)%Z.
      assert (S : forall x, rounded_sum.near_rounded (u 4%Z) (none 4%Z) x x).
      { intro x. unfold rounded_sum.near_rounded, u, none. simpl. replace (x - x) with 0 by ring. rewrite Rabs_R0.
        lra. }
      repeat (eapply rounded_sum.roundings_next; [|apply S]). apply rounded_sum.roundings_none.
    + replace 8 with (2 * (2 * (2 * 1))) by ring. right. apply N. }
unfold P_near, L_own_off, L_alibi_unit, L_alibi_tiny, L_slope_unit, L_joint, L_rmul, L_rdiv in B.
rewrite !M, !K, U in B. change (L_el u 4%Z) with 0 in B. rewrite !G, Rabs_R1 in B.
replace (8 + - (1) * 1) with 7 in B by ring. rewrite Rabs_pos_eq in B by lra. unfold Rdiv in B. lra.

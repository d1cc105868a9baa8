(* KEY c345abd9ac8b *)
From Plumbline Require Import compare.rounded_sum_math.
(* nothing is rounded, and the pair (1, 0) is rotated by a quarter more: 1 becomes 0 *)
intro H. set (none := fun _ : Z => 0). assert (Q := PI2_RGT_0).
assert (S : forall x, rounded_sum.near_rounded 0 0 x x).
{ intro x. unfold rounded_sum.near_rounded. replace (x - x) with 0 by ring. rewrite Rabs_R0. lra. }
assert (E : forall x, rotated.entry_computed none none 0 0 x x).
{ intro x. exists x, x. repeat split.
  - replace (x - x) with 0 by ring. unfold none. rewrite Rabs_R0. lra.
  - apply rounded_sum.roundings_none.
  - left. apply S. }
assert (P : forall a c, rotated.product_computed none none a c (a * c)).
{ intros a c. exists a. split; [apply S|left; apply S]. }
assert (C := H none none (PI / 2) 0%Z 0 1 0 1 0 0). cbv zeta in C.
assert (B : P_near 0 (L_rmul 1 1 + - (1) * L_rmul 0 0)
  (L_rotated_off none none (PI / 2) (real_of_int 0) 0 1 0 1 0)).
{ apply C; [lia| | |].
  - unfold L_rmul, L_el, none. lra.
  - intros i _. unfold none. lra.
  - exists 0, 1, 0, 1, (1 * 0), (0 * 1), 0. repeat split; try apply E; try apply P; try (left; apply S).
    + exists (PI / 2). rewrite Rabs_pos_eq, cos_PI2, sin_PI2 by lra. repeat split; lra.
    + left. replace (1 * 0 - 0 * 1) with 0 by ring. apply S. }
assert (G : forall k, L_gamma_up k 0 = 0) by (intro k; unfold L_gamma_up, L_rdiv, L_rmul, Rdiv; ring).
assert (U : L_tensor_unit none = 0) by (unfold L_tensor_unit, L_el, none; apply Rmax_left; lra).
assert (T : L_tensor_tiny none = 0) by (unfold L_tensor_tiny, L_el, none; apply Rmax_left; lra).
assert (X : Rabs (L_rmul 1 1 + - (1) * L_rmul 0 0) = 1).
{ unfold L_rmul. replace (1 * 1 + - (1) * (0 * 0)) with 1 by ring. apply Rabs_R1. }
assert (Y : L_rmul 1 0 + L_rmul 0 1 = 0) by (unfold L_rmul; ring).
unfold P_near, L_rotated_off, L_rotated_stored, L_rotated_products, L_rotated_product_off, L_entry_off, L_in_tensor_off,
  L_moved, L_gamma_tiny in B. cbv zeta in B. rewrite X, Y in B.
change (L_el none 4%Z) with 0 in B. change (L_el none 0%Z) with 0 in B. rewrite !G, U, T, !Rabs_R0 in B.
unfold L_rmul in B. replace (0 + - (1) * (1 * 1 + - (1) * (0 * 0))) with (- (1)) in B by ring.
rewrite Rabs_Ropp, Rabs_R1 in B. ring_simplify in B. lra.

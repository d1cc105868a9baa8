(* KEY d680c9a4a8cb *)
From Coq Require Import Lra.
From Plumbline Require Import compare.rounded_sum_math.
(* a cap of 1, the score 0, and an exponential that may be off by all of itself: tanh(0) is computed as 2 *)
intro H. set (none := fun _ : Z => 0). set (u := fun i : Z => if (i =? 10)%Z then 1 else 0).
assert (G : forall k, L_gamma_up k 0 = 0) by (intro k; unfold L_gamma_up, L_rdiv, L_rmul, Rdiv; ring).
assert (J : L_joint 0 0 = 0) by (unfold L_joint, L_rmul; ring).
assert (N : forall x, rounded_sum.near_rounded 0 0 x x).
{ intro x. unfold rounded_sum.near_rounded. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
assert (R : forall x, rounded_sum.P_roundings 0 0 0 x x) by (intro x; apply rounded_sum.roundings_none).
assert (C : L_cap_unit u none 1 = 0) by (unfold L_cap_unit, L_rdiv, L_el, u, none; simpl; field).
assert (U : L_capped_unit u none 1 = 0).
{ unfold L_capped_unit. rewrite C. unfold L_el, u. simpl. rewrite !G, !J. reflexivity. }
assert (Z : L_rsoftcap 0 1 = 0).
{ unfold L_rsoftcap, tanh.L_rtanh. replace (0 / 1) with 0 by field. rewrite Ropp_0. field.
  assert (P := Exp_prop.exp_pos 0). lra. }
assert (Y : P_near 2 (L_rsoftcap 0 1) (L_capped_off u none 1 (Rmax 1 1) (Rmin 0 (L_rmul 2 1)) (Rabs (L_rsoftcap 0 1)))).
{ apply (H u none 1 0 0 0 2).
  - intros i _. unfold u, none. destruct (i =? 10)%Z; lra.
  - unfold P_near. replace (0 + - (1) * 0) with 0 by ring. rewrite Rabs_R0. lra.
  - unfold P_bears_cap. rewrite C, U. unfold L_rmul, L_el, u. simpl. lra.
  - exists 1, 1, 0, 0, 2, 2, 2, 0%Z, 0%Z, 0%Z, 0%Z, 0%Z. unfold engine.rounded_at, engine.roundings_at, u, none. simpl.
    replace (0 / 1) with 0 by field. replace (1 * 2) with 2 by ring. repeat split; try apply N; try apply R; try lia.
    assert (T : tanh.L_rtanh 0 = 0).
    { unfold L_rsoftcap in Z. replace (0 / 1) with 0 in Z by field. lra. }
    rewrite T, Rminus_0_r, Rabs_pos_eq by lra. lra. }
unfold P_near, L_capped_off, L_capped_tiny in Y. rewrite U, Z in Y. unfold L_rmul, L_el, none in Y.
rewrite Rabs_R0, Rmin_left, Rabs_pos_eq in Y by lra. lra.

(* KEY d72bb00210c9 *)
From Plumbline Require Import compare.rounded_sum_math.
(* 0 is stored as 1, where the tensor underflows by 1 *)
intro H. set (u := fun _ : Z => 0). set (t := fun i : Z => if (i =? 8)%Z then 1 else 0).
assert (G : L_gamma_up 4 0 = 0) by (unfold L_gamma_up, L_rdiv, L_rmul, Rdiv; ring).
assert (S : L_stored_unit u = 0).
{ unfold L_stored_unit, L_joint, L_el, u. rewrite G. unfold L_rmul. ring. }
assert (N : rounded_sum.near_rounded 0 0 0 0).
{ unfold rounded_sum.near_rounded. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
assert (C : Rabs (0 + - (1) * 1) <= L_stored_width u t 1).
{ apply (H u t 0 1).
  - split; [rewrite S; lra|unfold L_rmul, L_el, u; lra].
  - intros i I. unfold u, t. destruct (i =? 8)%Z; lra.
  - exists 0, 0. split; [|split; [exact N|]].
    + change (rounded_sum.P_roundings 0 0 (0 + 1 + 1 + 1 + 1) 0 0).
      repeat (eapply rounded_sum.roundings_next; [|exact N]). apply rounded_sum.roundings_none.
    + change (rounded_sum.near_rounded 0 1 0 1). unfold rounded_sum.near_rounded.
      rewrite Rminus_0_r, Rabs_R0, Rabs_R1. lra. }
assert (W : L_stored_width u t 1 = 0).
{ unfold L_stored_width. cbv zeta. rewrite S. unfold L_stored_tiny, L_quotient_tiny, L_rdiv, L_rmul, L_el, u, t, Rdiv.
  cbn [Z.eqb Pos.eqb]. ring. }
rewrite W in C. rewrite Rabs_left in C; lra.

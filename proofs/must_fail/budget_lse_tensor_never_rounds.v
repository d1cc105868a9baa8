(* KEY 2352747e4cf0 *)
From Coq Require Import List Permutation.
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.shapes.
From Plumbline Require Import budget.row_softmax_math.
(* one key of score 0, whose log-sum-exp of 0 becomes 1 in the tensor *)
intro H. set (none := fun _ : Z => 0). set (t := fun i : Z => if (i =? 8)%Z then 1 else 0). set (all := fun _ : Z =>
  true).
assert (G : forall k, L_gamma_up k 0 = 0) by (intro k; unfold L_gamma_up, L_rdiv, L_rmul, Rdiv; ring).
assert (G' : forall k, gamma k 0 = 0) by (intro k; unfold L_gamma_of, Rdiv; ring).
assert (J : L_joint 0 0 = 0) by (unfold L_joint, L_rmul; ring).
assert (N : forall x, rounded_sum.near_rounded 0 0 x x).
{ intro x. unfold rounded_sum.near_rounded. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
assert (R : forall k x, (0 <= k)%Z -> rounded_sum.P_roundings 0 0 k x x).
{ intros k x K. revert k K. apply natlike_ind; [apply rounded_sum.roundings_none|]. intros k K I.
  exact (rounded_sum.roundings_next _ _ _ _ _ _ I (N x)). }
assert (A : L_accumulated none 1 0 = 0) by (unfold L_accumulated, L_el, none; apply G).
assert (S : forall x c : A_seq, c 0%Z = 1 -> engine.summed none t 1 0 x c (x 0%Z)).
{ intros x c C. exists 0%Z, 0%Z. split; [lia|]. split; [lia|]. exists ((0%Z, 1) :: nil).
  split; [apply Permutation_refl|].
  split; [intros term [<-|[]]; symmetry; exact C|apply rounded_sum.partial_term]. }
destruct (reach t ltac:(unfold t; cbn; lra) ltac:(unfold t; cbn; lra)) as ((ahead0 & _) & _ & _ & SIZE & _).
assert (NEAR : forall j, ~ engine.is_far none t none 0 j)
    by (intros j (F & _); unfold none, t in F; cbn in F; lra).
assert (C1 : L_visible_count all 1 = 1%Z) by reflexivity.
assert (O : P_visible_lse none t none all 1 1 0 1).
{ unfold P_visible_lse. rewrite C1. change (L_visible_of all 1 none) with none.
  exists 0, 0, 1, 0, 0, 0, 0, 0, 0. split; [|split; [lra|]].
  - exists none, (fun _ => 1), (fun _ => 1), (fun _ => 1), 0.
    split; [split; [exists 0%Z; split; [lia|unfold none; lra]|right; reflexivity]|].
    split; [split; [intros j _ _; unfold none; rewrite Rabs_R0; lra|]|].
    { split; [|rewrite Rabs_R0; lra].
      exists 0%Z. split; [lia|]. split; [apply NEAR|unfold none; apply Rabs_R0]. }
    split; [reflexivity|]. split; [|apply (S (fun _ => 1)); reflexivity].
    intros j (J0 & J1). split.
    + left. split; [apply NEAR|].
      split; [right; split; reflexivity|]. exists 0, 0, 0, 0, 0. split; [apply N|]. split; [apply N|].
      split; [unfold none; rewrite Rminus_0_r; apply (R 6%Z 0); lia|]. split; [apply N|]. split; [|split; [lra|]].
      * unfold engine.joining, none, t. rewrite !G'. cbn [Z.eqb Pos.eqb]. rewrite Rabs_R0. lra.
      * rewrite Rplus_0_l, exp_0. apply N.
    + destruct (Z.ltb_spec j 1); [apply N|lia].
  - rewrite ln_1, Rabs_R0. split; [lra|]. split; [lra|]. split; [apply (R 3%Z 0); lia|].
    split; [apply (R 3%Z 0); lia|]. split; [rewrite Rplus_0_r; apply (R 2%Z 0); lia|]. split; [apply N|].
    change (rounded_sum.near_rounded 0 1 0 1). unfold rounded_sum.near_rounded.
    rewrite Rminus_0_r, Rabs_R0, Rabs_R1. lra. }
assert (Z0 : forall i, L_exponent_off none t 1 0 0 (L_el none i) (Rabs (L_el none i)) = 0).
{ intro i. unfold L_exponent_off, L_argument_off, L_shift_off, L_exponentials_off, L_reached, L_el, none, t. cbv zeta.
  rewrite !G. cbn [Z.eqb Pos.eqb]. unfold L_rmul. rewrite Rabs_R0. ring. }
destruct (H none t none none none all 1%Z 1%Z 1%Z 0%Z 0%Z 0 0 0 0 (1 / 9) 1)
  as (p & a & ((A0 & SU) & z & ZB & ZL) & W); try exact O; try lia.
- intros j _ _ _. unfold L_el, none. differences. rewrite Rminus_0_r, Rabs_R0. lra.
- split.
  + unfold L_denominator_relative, L_el. rewrite A. change (none 5%Z) with 0. rewrite J. lra.
  + unfold L_denominator_absolute, L_underflow_gain, L_lost_total, L_lost_probability, L_lost_sum.
  unfold L_times_smaller, L_times_larger, L_rmul, L_rexp, L_el.
    rewrite A. unfold none, t. cbn [Z.eqb Pos.eqb]. change real_of_int with IZR. rewrite ?Rmult_0_r, !exp_0. lra.
- (* all that is known of the row *)
  split; [split; [split; [split; [split; [split; [split|]|]|]|]|]|]; try lia.
  + intros i _. unfold none, t. destruct (i =? 8)%Z; lra.
  + unfold P_bears_keys, L_rmul, L_el, none. lra.
  + intros j b1 b2 _ _ _. left. unfold b1, b2, L_el, none. rewrite Rabs_R0. lra.
  + intro F. contradiction F. reflexivity.
  + intros j b1 b2 _ _ _. left. right. apply Z0.
- (* the sum is that of one weight, 1 *)
  destruct (W 0%Z ltac:(lia) ltac:(lia) eq_refl) as (_ & tau & (P & T) & _). rewrite Z0 in T.
  assert (T0 : tau = 0) by (apply Rabs_le_inv in T; lra).
  assert (one : p 0%Z = 1).
  { change (p 0%Z) with (L_el p 0%Z). rewrite <- P. unfold L_rmul, L_rexp, L_el, L_softmax, all, L_exponentials,
      sum_below. simpl. rewrite T0, exp_0. unfold none. rewrite Rminus_0_r, exp_0. lra. }
  assert (B1 : a <= 1 + 1 / 9).
  { unfold P_summed_as, P_near, L_rmul, L_visible_total, sum_below, all in SU. simpl in SU. rewrite one in SU.
    differences. apply Rabs_le_inv in SU. lra. }
  (* so the log-sum-exp is below 1 *)
  assert (LE : L_log_sum_exp none all 1 = 0).
  { unfold L_log_sum_exp, L_exponentials, sum_below, all, none. simpl.
    rewrite Rminus_0_r, exp_0, Rplus_0_l, ln_1. reflexivity. }
  assert (LA : ln a <= 1 / 9).
  { apply Rle_trans with (ln (exp (1 / 9))); [|rewrite ln_exp; lra].
    assert (E := exp_ineq1_le (1 / 9)). destruct (Rle_lt_or_eq_dec a (exp (1 / 9)) ltac:(lra)) as [L|L];
      [left; apply ln_increasing; lra|rewrite L; lra]. }
  unfold P_near, L_logarithm_off, L_reached, L_rmul, L_el, L_rlog in ZL. rewrite LE in ZL. unfold none, t in ZL.
  rewrite !G in ZL. cbn [Z.eqb Pos.eqb] in ZL.
  unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el, none, t in ZB. cbn [Z.eqb Pos.eqb] in ZB. differences.
  apply Rabs_le_inv in ZL. apply Rabs_le_inv in ZB. lra.

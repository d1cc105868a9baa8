(* KEY de2716ab182b *)
From Coq Require Import List Permutation.
From Plumbline Require Import compare.rounded_sum_math compare.sums_math.
(* one key, whose value 0 becomes 1 as an operand: the mean is 1 *)
intro H. set (none := fun _ : Z => 0). set (t := fun i : Z => if (i =? 1)%Z then 1 else 0). set (all := fun _ : Z =>
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
{ intros x c C. exists 0%Z, 0%Z. split; [lia|]. split; [lia|]. exists ((0%Z, 1) :: nil). split; [apply
  Permutation_refl|].
  split; [intros term [<-|[]]; symmetry; exact C|apply rounded_sum.partial_term]. }
assert (O : engine.P_online_softmax none t none none 1 0 1).
{ left. exists none, (fun _ => 1), (fun _ => 1), (fun _ => 1), (fun _ => 1), (fun _ => 1), 0, 0%Z, 0%Z, (1 * 1), 1.
  split; [intros j _; unfold none; rewrite Rabs_R0; lra|]. split; [lia|]. split; [unfold none; apply Rabs_R0|].
  split; [lia|]. split.
  - intros j _. split; [exists 0%Z; split; [lia|reflexivity]|]. split; [right; split; reflexivity|].
    split; [|repeat split; try apply N].
    + exists 0, 0, 0, 0, 0. split; [apply N|]. split; [apply N|].
      split; [unfold none; rewrite Rminus_0_r; apply (R 6%Z 0); lia|]. split; [apply N|]. split; [|split; [lra|]].
      * unfold engine.joining, none, t. rewrite !G'. cbn [Z.eqb Pos.eqb]. rewrite Rabs_R0. lra.
      * rewrite Rplus_0_l, exp_0. apply N.
    + change (rounded_sum.near_rounded 0 1 0 1). unfold rounded_sum.near_rounded.
      rewrite Rminus_0_r, Rabs_R0, Rabs_R1. lra.
  - split; [apply (S (fun _ => 1 * 1)); reflexivity|]. split; [apply (S (fun _ => 1)); reflexivity|]. lra. }
destruct (H none t none none none none all 1%Z 0%Z 0 0 0 0 0 0 1) as (p & (a & b & Q & EA & EB) & W);
  try exact O; try lia.
- unfold L_denominator_relative, L_el. rewrite A. change (none 5%Z) with 0. rewrite J. lra.
- unfold L_numerator_relative, L_el. rewrite A. change (none 5%Z) with 0. change (none 1%Z) with 0. rewrite !J. lra.
- unfold L_denominator_absolute, L_lost_total, L_lost_probability, L_lost_sum, L_rmul, L_el, none, t.
  cbn [Z.eqb Pos.eqb]. right. ring.
- unfold L_numerator_absolute, L_lost_quotient, L_lost_probability, L_lost_sum, L_rmul, L_el, none, t. cbv zeta.
  cbn [Z.eqb Pos.eqb].
  right. unfold L_absolute_total, L_total, L_absolutes, sum_below. simpl. rewrite Rabs_R0. ring.
- intros i _. unfold none, t. destruct (i =? 1)%Z; lra.
- intros i _ _. reflexivity.
- unfold P_bears_keys, L_rmul, L_el, none. lra.
- intros i _ _. unfold L_el, none. rewrite Rmult_0_r, Rplus_0_r, Rabs_R0. lra.
- intros i _ _. unfold L_el, none. rewrite Rabs_R0. lra.
- intros i _ _. unfold L_exponent_off, L_argument_off, L_shift_off, L_exponentials_off, L_el, none, t. cbv zeta.
  rewrite !G. cbn [Z.eqb Pos.eqb]. unfold L_rmul. right. rewrite Rabs_R0. ring.
- unfold L_visible_total, sum_below, all, none in EA, EB. simpl in EA, EB.
  rewrite Rabs_R0 in EA. rewrite !Rmult_0_r, !Rplus_0_r, Rminus_0_r in EA. rewrite !Rplus_0_l, Rmult_0_l, Rplus_0_r in
    EB.
  assert (Z := Rabs_pos a). assert (Z' := Rabs_pos (b - p 0%Z)).
  assert (a = 0) by (destruct (Req_dec a 0) as [|D]; [assumption|apply Rabs_pos_lt in D; lra]).
  assert (b - p 0%Z = 0) by (destruct (Req_dec (b - p 0%Z) 0) as [|D]; [assumption|apply Rabs_pos_lt in D; lra]).
  destruct (W 0%Z ltac:(lia) ltac:(lia)) as (_ & tau & P & _). unfold L_rmul, L_rexp, L_el in P.
  assert (0 < L_softmax none all 1 0%Z * exp tau); [|lra].
  apply Rmult_lt_0_compat; [|apply Exp_prop.exp_pos]. unfold L_softmax, all, L_exponentials, sum_below. simpl.
  apply Rmult_lt_0_compat; [apply Exp_prop.exp_pos|apply Rinv_0_lt_compat; rewrite Rplus_0_l; apply Exp_prop.exp_pos].

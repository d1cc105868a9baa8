(* KEY 2082f699a914 *)
From Coq Require Import List Permutation.
From Plumbline Require Import compare.rounded_sum_math compare.sums_math budget.row_softmax_math.
(* two keys of one score, values 60 and -60: each quotient 1/2 is off by four times 1/2400, one up and one down *)
intro H. set (none := fun _ : Z => 0). set (t := fun i : Z => if (i =? 6)%Z then 1 / 2400 else 0).
set (all := fun _ : Z => true). set (v := fun j : Z => if (j =? 0)%Z then 60 else -60).
set (stored := fun j : Z => if (j =? 0)%Z then 301 / 600 else 299 / 600).
assert (G : forall k, L_gamma_up k 0 = 0) by (intro k; unfold L_gamma_up, L_rdiv, L_rmul, Rdiv; ring).
assert (G' : forall k, gamma k 0 = 0) by (intro k; unfold L_gamma_of, Rdiv; ring).
assert (J : L_joint 0 0 = 0) by (unfold L_joint, L_rmul; ring).
assert (N : forall x, rounded_sum.near_rounded 0 0 x x).
{ intro x. unfold rounded_sum.near_rounded. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
assert (kept : forall k x, (0 <= k)%Z -> rounded_sum.P_roundings 0 0 k x x).
{ intros k x K. revert k K. apply natlike_ind; [apply rounded_sum.roundings_none|]. intros k K I.
  exact (rounded_sum.roundings_next _ _ _ _ _ _ I (N x)). }
assert (M : forall x y : R, Rabs (y - x) <= 1 / 2400 -> rounded_sum.near_rounded 0 (1 / 2400) x y).
{ intros x y D. unfold rounded_sum.near_rounded. lra. }
assert (four : forall x y : R, Rabs ((y - x) / 4) <= 1 / 2400 -> rounded_sum.P_roundings 0 (1 / 2400) 4 x y).
{ intros x y D. set (d := (y - x) / 4) in *.
  apply (rounded_sum.roundings_next _ _ 3 x (x + 3 * d));
    [|apply M; replace (y - (x + 3 * d)) with d by (unfold d; field); exact D].
  apply (rounded_sum.roundings_next _ _ 2 x (x + 2 * d)); [|apply M; replace (_ - _) with d by ring; exact D].
  apply (rounded_sum.roundings_next _ _ 1 x (x + d)); [|apply M; replace (_ - _) with d by ring; exact D].
  apply (rounded_sum.roundings_next _ _ 0 x x); [apply rounded_sum.roundings_none|apply M].
  replace (x + d - x) with d by ring. exact D. }
assert (A : L_accumulated none 2 0 = 0) by (unfold L_accumulated, L_el, none; apply G).
assert (S : forall f (x : A_seq), rounded_sum.P_rescaled_sum 0 (1 / 2400) f x (fun _ => 1) 2 0 0 0 (x 0%Z + x 1%Z)).
{ intros f x. exists (((0%Z, 1) :: nil) ++ ((1%Z, 1) :: nil)). split; [apply Permutation_refl|].
  split; [intros term [<-|[<-|[]]]; reflexivity|].
  exact (rounded_sum.partial_joined _ _ _ _ _ _ _ _ _ _ _ _ _ _ (rounded_sum.partial_term _ _ _ x 0%Z)
    (rounded_sum.partial_term _ _ _ x 1%Z)). }
assert (O : engine.P_online_softmax none t none v 2 0 (1 / 5)).
{ right. exists (fun _ => 1), stored, (fun _ => 1), v, 0, 0, 2, 0%Z, 0%Z.
  assert (NEAR : forall j, ~ engine.is_far none t none 0 j)
    by (intros j (F & _); unfold none, t in F; cbn in F; lra).
  destruct (reach t ltac:(unfold t; cbn; lra) ltac:(unfold t; cbn; lra)) as ((AHEAD & _) & _ & _ & SIZE & _).
  split; [split; [exists 0%Z; split; [lia|unfold none; lra]|right; reflexivity]|].
  split; [split; [intros j _ _; unfold none; rewrite Rabs_R0; lra|split; [|rewrite Rabs_R0; lra]]|].
  { exists 0%Z. split; [lia|]. split; [apply NEAR|unfold none; apply Rabs_R0]. }
  split; [|split; [|split; [lra|split; [lia|split; [lia|]]]]].
  - intros j J'. split; [|split; [apply N|split; [|apply N]]].
    + left. split; [apply NEAR|]. split; [right; split; reflexivity|]. exists 0, 0, 0, 0, 0. split; [apply N|].
      split; [apply N|].
      split; [unfold none; rewrite Rminus_0_r; apply (kept 6%Z 0); lia|]. split; [apply N|]. split; [|split; [lra|]].
      * unfold engine.joining, none, t. rewrite !G'. cbn [Z.eqb Pos.eqb]. rewrite Rabs_R0. lra.
      * rewrite Rplus_0_l, exp_0. apply N.
    + exists (stored j). split; [|apply N]. apply four. unfold stored.
      destruct (j =? 0)%Z; apply Rabs_le; lra.
  - exists 0%Z, 0%Z. split; [lia|]. split; [lia|]. replace 2 with (1 + 1) by ring. apply (S _ (fun _ => 1)).
  - assert (X : stored 0%Z * v 0%Z + stored 1%Z * v 1%Z = 1 / 5)
      by (change (301 / 600 * 60 + 299 / 600 * -60 = 1 / 5); lra).
    rewrite <- X.
    apply (S 0 (fun j => stored j * v j)). }
assert (Z0 : forall i, L_exponent_off none t 2 0 0 (L_el none i) (Rabs (L_el none i)) = 0).
{ intro i. unfold L_exponent_off, L_argument_off, L_shift_off, L_exponentials_off, L_reached, L_el, none, t. cbv zeta.
  rewrite !G. cbn [Z.eqb Pos.eqb]. unfold L_rmul. rewrite Rabs_R0. ring. }
destruct (H none t none none none v all 2%Z 0%Z 0%Z 0 0 0 0 (1 / 8) 0 (1 / 9) (1 / 5))
  as (p & (a & b & Q & EA & EB) & W);
  try exact O; try lia.
- unfold L_denominator_relative, L_el. rewrite A. change (none 5%Z) with 0. rewrite J. lra.
- unfold L_numerator_relative, L_el. rewrite A. change (none 5%Z) with 0. change (none 1%Z) with 0. rewrite !J. lra.
- unfold L_denominator_absolute, L_underflow_gain, L_lost_total, L_lost_probability, L_lost_sum.
  unfold L_times_smaller, L_times_larger, L_rmul, L_rexp, L_el.
  rewrite A. unfold none, t. cbn [Z.eqb Pos.eqb]. change real_of_int with IZR.
  change (2 + 0)%Z with 2%Z. rewrite ?Rmult_0_r, !exp_0. lra.
- unfold L_numerator_absolute, L_underflow_gain, L_dividing, L_lost_quotient, L_lost_total, L_lost_probability,
    L_lost_sum, L_times_smaller, L_times_larger, L_rmul, L_rexp, L_el. cbv zeta.
  rewrite A. unfold none, t. cbn [Z.eqb Pos.eqb]. change real_of_int with IZR.
  change (2 + 0)%Z with 2%Z. rewrite ?Rmult_0_r, !exp_0. unfold L_absolute_total, L_total, L_absolutes, sum_below, v.
  simpl.
  rewrite (Rabs_pos_eq 60), (Rabs_left (-60)) by lra. lra.
- intros i _. unfold none, t. destruct (i =? 6)%Z; lra.
- intros i _ _. reflexivity.
- unfold P_bears_keys, L_rmul, L_el, none. lra.
- intros i _ _. unfold L_el, none. rewrite Rmult_0_r, Rplus_0_r, Rabs_R0. lra.
- intros i b1 b2 _ _. left. unfold b1, b2, L_el, none. rewrite Rabs_R0. lra.
- intro F. contradiction F. reflexivity.
- intros i b1 b2 _ _. left. right. apply Z0.
- (* both weights are 1/2 *)
  assert (half : forall i, (0 <= i < 2)%Z -> p i = 1 / 2).
  { intros i (I1 & I2). destruct (W i I1 I2) as (_ & tau & (P & T) & _). change (p i) with (L_el p i). rewrite <- P.
    rewrite Z0 in T. assert (T0 : tau = 0) by (apply Rabs_le_inv in T; lra).
    unfold L_rmul, L_rexp, L_el, L_softmax, all, L_exponentials, sum_below. simpl. rewrite T0, exp_0. unfold none.
    rewrite Rminus_0_r, exp_0. lra. }
  assert (p0 := half 0%Z ltac:(lia)). assert (p1 := half 1%Z ltac:(lia)).
  unfold L_visible_total, sum_below, all in EA, EB. simpl in EA, EB. unfold v in EA. simpl in EA.
  rewrite p0, p1 in EA, EB.
  apply Rabs_le_inv in EA. apply Rabs_le_inv in EB. lra.

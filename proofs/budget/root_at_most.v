(* KEY 7a84fd9ebe44 *)
From Plumbline Require Import compare.rounded_sum_math compare.exponent_math compare.activation_math.
From Plumbline Require Import compare.root_math compare.shapes.
intros u t p w most e P UT (M0 & WM) B (NO & YES).
destruct (Q_multiple_off_is_line u t p P UT B) as ((TIN & REL) & LINE). destruct B as ((REL1 & _) & _).
assert (OFF : forall f x, L_multiple_off u t p f x = L_power_relative u t p * (f * x) + (1 + f) * L_power_tiny t)
  by (intros; rewrite <- LINE; ring).
set (rel := L_power_relative u t p) in *. set (tin := L_power_tiny t) in *. clear LINE; clearbody rel tin.
assert (I : 0 < 1 / p) by (apply Rdiv_lt_0_compat; lra).
set (i := 1 / p) in *. assert (EI : L_rdiv 1 p = i) by reflexivity.
set (top := i * ln most + (rel * (i * Rabs (ln most)) + (1 + i) * tin)).
assert (NEAR : P_root_argument u t p most top).
{ unfold P_root_argument, P_near. cbv zeta. rewrite EI, OFF. unfold L_rmul. change (L_rlog most) with (ln most).
  differences. unfold top. rewrite Rabs_pos_eq; [right; ring|].
  assert (0 <= rel * (i * Rabs (ln most))).
  { apply Rmult_le_pos; [exact REL|]. apply Rmult_le_pos; [lra|apply Rabs_pos]. }
  assert (0 <= (1 + i) * tin) by (apply Rmult_le_pos; lra). lra. }
destruct (Rle_lt_dec w 0) as [W|W].
- rewrite (NO W). split; [lra|]. exists top. split; [left; apply Exp_prop.exp_pos|exact NEAR].
- destruct (YES W) as (a & E & A). rewrite <- E. change (L_rexp a) with (exp a).
  split; [left; apply Exp_prop.exp_pos|]. exists top. split; [|exact NEAR].
  change (L_rexp top) with (exp top). apply exp_monotone.
  unfold P_root_argument, P_near in A. cbv zeta in A. rewrite EI, OFF in A. unfold L_rmul in A.
  change (L_rlog w) with (ln w) in A. differences. apply Rabs_le_inv in A.
  assert (L := ln_monotone w most W WM).
  assert (RISES : forall x x', x <= x' -> x + rel * Rabs x <= x' + rel * Rabs x').
  { intros x x' X. destruct (Rle_lt_dec (Rabs x) (Rabs x')) as [C|C].
    - assert (rel * Rabs x <= rel * Rabs x') by (apply Rmult_le_compat_l; assumption). lra.
    - assert (D : Rabs x - Rabs x' <= x' - x) by (split_Rabs; lra).
      assert (rel * (Rabs x - Rabs x') <= 1 * (Rabs x - Rabs x')) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Q := Rmult_le_compat_l i _ _ ltac:(lra) (RISES _ _ L)). unfold top. lra.

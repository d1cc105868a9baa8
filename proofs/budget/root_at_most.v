(* KEY 7a84fd9ebe44 *)
From Plumbline Require Import compare.rounded_sum_math compare.exponent_math compare.activation_math.
From Plumbline Require Import compare.root_math compare.shapes.
intros u t p w most e P UT (M0 & WM) B (NO & YES).
destruct B as ((REL1 & B3) & B4). unfold L_rmul, L_el in B3, B4.
assert (U0 := UT 0%Z ltac:(lia)). assert (U3 := UT 3%Z ltac:(lia)). assert (U4 := UT 4%Z ltac:(lia)).
assert (U9 := UT 9%Z ltac:(lia)).
assert (REL : 0 <= L_power_relative u t p).
{ assert (G3 := gamma_positive 3 (u 3%Z) ltac:(lra)). assert (G4 := gamma_positive 12 (u 4%Z) ltac:(lra)).
  assert (J : forall a b, 0 <= a -> 0 <= b -> 0 <= L_joint a b).
  { intros a b A B. unfold L_joint, L_rmul. assert (0 <= a * b) by (apply Rmult_le_pos; assumption). lra. }
  assert (D : 0 <= t 0%Z / p) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  unfold L_power_relative. apply Rplus_le_le_0_compat; [unfold L_rmul, L_rdiv, L_el; lra|].
  unfold L_gamma_up, L_rdiv, L_rmul, L_el. unfold L_gamma_of in G3, G4. differences. repeat apply J; lra. }
assert (TIN : 0 <= L_power_tiny t) by (unfold L_power_tiny, L_rmul, L_el; lra).
assert (OFF : forall f x, L_multiple_off u t p f x = L_power_relative u t p * (f * x) + (1 + f) * L_power_tiny t)
  by (intros; unfold L_multiple_off, L_rmul; ring).
set (rel := L_power_relative u t p) in *. set (tin := L_power_tiny t) in *. clearbody rel tin.
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

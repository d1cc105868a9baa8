(* KEY 348681014f39 *)
From Plumbline Require Import compare.rounded_sum_math compare.exponent_math compare.shapes.
intros u t p s d y x P UT N B R.
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
unfold P_score_raised, P_near in R. unfold P_near in *. rewrite OFF in R. unfold L_raised_off. rewrite OFF.
unfold L_rmul in *. differences.
assert (Y : Rabs y <= Rabs s + d) by (split_Rabs; lra).
assert (M : rel * (p * Rabs y) <= rel * (p * (Rabs s + d))).
{ apply Rmult_le_compat_l; [exact REL|]. apply Rmult_le_compat_l; [lra|exact Y]. }
assert (E : Rabs (p * (y - s)) <= p * d).
{ rewrite Rabs_mult, (Rabs_pos_eq p) by lra. apply Rmult_le_compat_l; [lra|exact N]. }
replace (x - p * s) with ((x - p * y) + p * (y - s)) by ring.
eapply Rle_trans; [apply Rabs_triang|]. rewrite (Rplus_comm d). lra.

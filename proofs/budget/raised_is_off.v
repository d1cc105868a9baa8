(* KEY 348681014f39 *)
From Plumbline Require Import compare.rounded_sum_math compare.exponent_math compare.shapes.
intros u t p s d y x P UT N B R.
destruct (Q_multiple_off_is_line u t p P UT B) as ((TIN & REL) & LINE). destruct B as ((REL1 & _) & _).
assert (OFF : forall f x, L_multiple_off u t p f x = L_power_relative u t p * (f * x) + (1 + f) * L_power_tiny t)
  by (intros; rewrite <- LINE; ring).
set (rel := L_power_relative u t p) in *. set (tin := L_power_tiny t) in *. clear LINE; clearbody rel tin.
unfold P_score_raised, P_near in R. unfold P_near in *. rewrite OFF in R. unfold L_raised_off. rewrite OFF.
unfold L_rmul in *. differences.
assert (Y : Rabs y <= Rabs s + d) by (split_Rabs; lra).
assert (M : rel * (p * Rabs y) <= rel * (p * (Rabs s + d))).
{ apply Rmult_le_compat_l; [exact REL|]. apply Rmult_le_compat_l; [lra|exact Y]. }
assert (E : Rabs (p * (y - s)) <= p * d).
{ rewrite Rabs_mult, (Rabs_pos_eq p) by lra. apply Rmult_le_compat_l; [lra|exact N]. }
replace (x - p * s) with ((x - p * y) + p * (y - s)) by ring.
eapply Rle_trans; [apply Rabs_triang|]. rewrite (Rplus_comm d). lra.

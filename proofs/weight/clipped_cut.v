(* KEY 19812bcaae90 *)
From Plumbline.number Require Import exp_rounded upward_math round_math.
intros one a result least smallest one_ball chosen is_finite less x least_value chosen_mid chosen_rad mid rad difference
  finite_least _ _ in_a H in_one _ _ difference_is.
destruct fliteral_axiom as [one_finite one_value]. specialize (in_one one_finite).
destruct H as [(_ & same & minimum)|(yes & (same & [(_ & same' & minimum)|(right & same')]) & less_is)].
- subst chosen. rewrite Rmin_comm. apply minimum; assumption.
- subst. rewrite Rmin_comm. apply minimum; assumption.
- subst. rewrite Rmin_left; [exact in_one|].
  specialize (less_is one_finite). destruct (difference_is yes) as [[value mid_finite] rad_finite].
  apply less_is in right.
  unfold P_in_ball, P_claims in in_a. destruct (in_a rad_finite) as [_ N]. apply Rabs_le_inv in N.
  assert (exact_one := rounded_finite _ one_finite). rewrite one_value in exact_one.
  assert (beyond : (1 <= ieee_float.Float64.t'real (F1_mid a) - ieee_float.Float64.t'real (F1_rad a))%R).
  { apply Rnot_lt_le. intro below. apply Rlt_le, rnd_monotone in below.
    unfold L_rounded_difference, L_rounded in *. unfold difference, least_value, mid, rad in *. lra. }
  lra.

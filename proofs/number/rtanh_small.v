(* KEY b78a47e1d8d2 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite tanh_math.
intros x U L. unfold P_near.
assert (up_is : forall y, L_upward y = upward y) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
replace (L_rtanh x + - (1) * L_tanh_convergent x + - (1) * 0)%R with (L_rtanh x - convergent x)%R.
- eapply Rle_trans; [apply convergent_near; lra|].
  unfold L_rounding_radius, L_product_up, L_rounded_product. rewrite up_is.
  replace (1 / 9007199254740992)%R with (/ 9007199254740992)%R by lra.
  apply up_bounds, Rmult_le_pos; [apply Rabs_pos|lra].
- unfold convergent, L_tanh_convergent, L_tanh_numerator, L_tanh_denominator, L_rdiv, L_rmul, Rdiv. ring.

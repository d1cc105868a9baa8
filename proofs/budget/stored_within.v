(* KEY d72bb00210c9 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.shapes.
intros u t x y (S1 & A4) UT (quotient & output & Q & O & T).
assert (UA := proj1 (UT 6%Z ltac:(lia))). assert (TA := proj2 (UT 6%Z ltac:(lia))).
assert (UO := proj1 (UT 7%Z ltac:(lia))). assert (US := proj1 (UT 8%Z ltac:(lia))).
change (4 * u 6%Z < 1) in A4. assert (G := roundings_gamma _ _ 4 _ _ UA TA A4 Q).
assert (N := compound_rounded _ _ _ _ _ _ _ US (compound_rounded _ _ _ _ _ _ _ UO G O) T).
assert (E : compound (compound (gamma 4 (u 6%Z)) (u 7%Z)) (u 8%Z) = L_stored_unit u).
{ unfold L_stored_unit, L_joint, L_gamma_up, L_rdiv, L_rmul, L_el, L_compound, L_gamma_of. differences. ring. }
assert (R : (4 * t 6%Z * (1 + gamma 4 (u 6%Z)) * (1 + u 7%Z) + t 7%Z) * (1 + u 8%Z) + t 8%Z = L_stored_tiny u t).
{ unfold L_stored_tiny, L_quotient_tiny, L_gamma_up, L_rdiv, L_rmul, L_el, L_gamma_of. differences. ring. }
unfold rounded_sum.near_rounded in N. simpl (IZR 4) in N. rewrite E, R in N. differences.
unfold L_stored_width, L_rdiv, L_rmul. cbv zeta.
differences. set (e := L_stored_unit u) in *. set (w := L_stored_tiny u t) in *. clearbody e w.
assert (P : 0 <= e).
{ rewrite <- E. assert (g := gamma_positive 4 (u 6%Z) ltac:(split; [apply Rmult_le_pos|]; lra)). unfold L_compound.
  set (a := gamma 4 (u 6%Z)) in *. assert (0 <= a * u 7%Z) by (apply Rmult_le_pos; lra).
  assert (0 <= (a + u 7%Z + a * u 7%Z) * u 8%Z) by (apply Rmult_le_pos; lra). lra. }
rewrite Rabs_minus_sym in N.
assert (X : Rabs x <= Rabs y + Rabs (x - y)).
{ replace x with (y + (x - y)) at 1 by ring. apply Rabs_triang. }
assert (e * Rabs x <= e * (Rabs y + Rabs (x - y))) by (apply Rmult_le_compat_l; assumption).
apply Rmult_le_reg_r with (1 - e); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.

(* KEY 35362f892a91 *)
From Plumbline Require Import compare.rounded_sum_math.
intros u t c e f a x y size exact UT B (factor & F & Y) X. unfold size, exact, P_near, L_own_off in *.
unfold P_bears_scale, L_rmul, L_el in B. destruct B as (B0 & B2).
assert (U4 := UT 4%Z ltac:(lia)). assert (U0 := UT 0%Z ltac:(lia)). set (g := L_factor_unit u t (Rabs c)).
assert (T0 : 0 <= t 0%Z / Rabs c) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
assert (G : 0 <= g) by (unfold g, L_factor_unit, L_rdiv, L_el; lra).
assert (N1 : rounded_sum.near_rounded e (Rabs c * f) (c * a) (c * x)).
{ unfold rounded_sum.near_rounded. replace (c * x - c * a) with (c * (x - a)) by ring. rewrite !Rabs_mult.
  replace (e * (Rabs c * Rabs a) + Rabs c * f) with (Rabs c * (f + e * Rabs a)) by ring.
  apply Rmult_le_compat_l; [apply Rabs_pos|]. replace (x - a) with (x + - (1) * a) by ring. exact X. }
assert (N2 : rounded_sum.near_rounded g 0 (c * x) (factor * x)).
{ unfold engine.rounded_at, rounded_sum.near_rounded in *. replace (factor * x - c * x) with ((factor - c) * x) by ring.
  rewrite !Rabs_mult, Rplus_0_r, <- Rmult_assoc. apply Rmult_le_compat_r; [apply Rabs_pos|].
  eapply Rle_trans; [exact F|]. right. unfold g, L_factor_unit, L_rdiv, L_el. field. lra. }
assert (N3 := compound_rounded _ _ _ _ _ _ _ G N1 N2).
assert (N4 := compound_rounded _ _ _ _ _ _ _ (gamma_positive 2 (u 4%Z) ltac:(lra)) N3
  (roundings_gamma _ _ _ _ _ (proj1 U4) (proj2 U4) B2 Y)).
unfold rounded_sum.near_rounded in N4. change (L_rmul c a) with (c * a).
replace (y + - (1) * (c * a)) with (y - c * a) by ring. eapply Rle_trans; [exact N4|]. right.
unfold L_scaled_unit, L_scaled_tiny, L_gamma_tiny. fold g.
unfold L_joint, L_compound, L_gamma_up, L_gamma_of, L_rmul, L_rdiv, L_el, Rdiv.
replace (1 + - (1) * (2 * u 4%Z)) with (1 - 2 * u 4%Z) by ring. ring.

(* KEY d680c9a4a8cb *)
From Plumbline Require Import budget.capped_math compare.rounded_sum_math.
intros u t c s x d y exact UT D ((((C & E1) & N2) & B3) & B4) Y. unfold exact, P_near in *.
replace (x + - (1) * s) with (x - s) in D by ring.
set (e := L_cap_unit u t c) in *.
assert (E : e = (u 0%Z + t 0%Z / c)%R) by reflexivity.
assert (TC : 0 <= t 0%Z / c).
{ destruct (UT 0%Z ltac:(lia)). apply Rmult_le_pos; [assumption|left; apply Rinv_0_lt_compat, C]. }
assert (U0 := proj1 (UT 0%Z ltac:(lia))). unfold L_rmul, L_el in B4, B3.
assert (N : (1 + L_capped_unit u t c =
  / (1 - e) * (1 + e) * ((1 + L_gamma_of 4 (u 4%Z)) * (1 + L_gamma_of 3 (u 3%Z))))%R).
{ unfold L_capped_unit, L_joint, L_gamma_up, L_gamma_of, L_rdiv, L_rmul, L_el. fold e. field. repeat split; lra. }
assert (B := cap_within_model u t c s x d y e _ _ UT C E E1 B4 B3 N ltac:(lra) eq_refl D Y).
replace (y + - (1) * L_rsoftcap s c) with (y - L_rsoftcap s c) by ring. eapply Rle_trans; [exact B|]. right.
unfold L_capped_off, L_capped_tiny, L_tanh_off, L_rmul, L_el. ring.

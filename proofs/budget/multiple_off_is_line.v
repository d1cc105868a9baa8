(* KEY 9d8284d78d29 *)
From Plumbline Require Import compare.rounded_sum_math compare.exponent_math compare.shapes.
intros u t p tin rel P UT B. unfold tin, rel. clear tin rel.
destruct B as ((REL1 & B3) & B4). unfold L_rmul, L_el in B3, B4. clear REL1.
assert (U0 := UT 0%Z ltac:(lia)). assert (U3 := UT 3%Z ltac:(lia)). assert (U4 := UT 4%Z ltac:(lia)).
assert (U9 := UT 9%Z ltac:(lia)).
split; [split|].
- unfold L_power_tiny, L_rmul, L_el. lra.
- assert (G3 := gamma_positive 3 (u 3%Z) ltac:(lra)). assert (G4 := gamma_positive 12 (u 4%Z) ltac:(lra)).
  assert (J : forall a b, 0 <= a -> 0 <= b -> 0 <= L_joint a b).
  { intros a b A C. unfold L_joint, L_rmul. assert (0 <= a * b) by (apply Rmult_le_pos; assumption). lra. }
  assert (D : 0 <= t 0%Z / p) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  unfold L_power_relative. apply Rplus_le_le_0_compat; [unfold L_rmul, L_rdiv, L_el; lra|].
  unfold L_gamma_up, L_rdiv, L_rmul, L_el. unfold L_gamma_of in G3, G4. differences. repeat apply J; lra.
- intros f x. unfold L_multiple_off, L_rmul. ring.

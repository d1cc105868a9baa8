(* KEY 2e4b78928bd0 *)
From Plumbline.number Require Import exp_rounded upward_math finite sum_math sum_tight_math.
intros n p q total a b r N0 B0 A0 N1 Q P B A G. subst r.
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
assert (depth_is : L_dot_depth n = depth 16 n).
{ unfold L_dot_depth, depth. rewrite Z.quot_div_nonneg, Z.min_comm by lia. ring. }
destruct (sum_tight_math.dot_tight n p q total a b (conj N0 N1) P Q G A B A0 B0) as (R1 & R2 & R3 & T).
unfold L_dot_radius, L_dot_accuracy, L_product_up, L_roundings_up. rewrite !up_is, depth_is.
split; [split; [split; [exact R1|exact R2]|]|exact R3].
replace (1 / 2251799813685248 * real_of_int (depth 16 n))%R with (IZR (depth 16 n) * (4 * u))%R
  by (change (real_of_int (depth 16 n)) with (IZR (depth 16 n)); unfold u; lra).
exact T.

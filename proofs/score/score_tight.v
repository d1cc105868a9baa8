(* KEY 8d1a5980dc0e *)
From Plumbline.number Require Import exp_rounded upward_math finite sum_math sum_tight_math.
From Plumbline.score Require Import scaled_dot_math scaled_dot_tight_math.
intros n p q s t total a b mid rad m reach underflow size B0 A0 B A M Sizes G. subst size underflow reach m.
destruct Sizes as ((((((N0 & T1) & T0) & N1) & P) & Q) & S).
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
assert (depth_is : L_dot_depth n = depth 16 n).
{ unfold L_dot_depth, depth. rewrite Z.quot_div_nonneg, Z.min_comm by lia. ring. }
destruct (scaled_dot_tight_math.score_tight n p q s t total a b mid rad (conj N0 N1) P Q S (conj T0 T1) G A B A0 B0 M)
  as (R1 & R2 & R3 & R4 & R5 & R6 & R7 & R8 & R9).
unfold P_reach_in_range, P_radius_in_range, L_score_radius, L_score_reach, L_score_underflow, L_score_accuracy,
  L_dot_accuracy,
  L_sum_up, L_product_up, L_roundings_up. cbv zeta. rewrite !up_is, depth_is. fold_least.
replace (1 / 2251799813685248 * real_of_int (depth 16 n))%R with (IZR (depth 16 n) * (4 * u))%R
  by (change (real_of_int (depth 16 n)) with (IZR (depth 16 n)); unfold u; lra).
exact (conj (conj (conj (conj R1 (conj (conj (conj R2 R3) R4) R5)) R6) (conj R7 R8)) R9).

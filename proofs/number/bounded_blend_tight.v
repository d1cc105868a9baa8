(* KEY f5f5ef1d64ab *)
From Plumbline.number Require Import exp_rounded upward_math finite sum_math weighted_tight_math.
intros n w m t q sum part spread share largest B.
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
assert (depth_is : L_weight_depth n = depth 64 n).
{ assert (I : (0 <= n)%Z) by apply B. unfold L_weight_depth, depth. rewrite Z.quot_div_nonneg, Z.min_comm by lia.
  ring. }
unfold L_product_up, L_weighted_accuracy. rewrite up_is, depth_is.
replace (1 / 2251799813685248 * real_of_int (depth 64 n))%R with (IZR (depth 64 n) * (4 * u))%R
  by (change (real_of_int (depth 64 n)) with (IZR (depth 64 n)); unfold u; lra).
exact (blend_ends n w m t q sum part spread share largest B).

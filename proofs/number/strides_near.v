(* KEY 893004001488 *)
From Plumbline.number Require Import exp_rounded upward_math finite total_math.
intros w n s e N S. unfold P_near, L_product_up, L_upward. unfold L_rounded_sum, L_rounded_product. fold_least.
replace (L_total w n + - (1) * s)%R with (sum_below w n - s)%R
  by (change (L_total w n) with (sum_below w n); ring).
exact (total_math.strides_near w n s e N S).

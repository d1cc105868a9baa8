(* KEY f86324ed6831 *)
From Plumbline.number Require Import exp_rounded upward_math finite total_math.
intros w m n s e N S. unfold P_near, L_product_up, L_upward. unfold L_rounded_sum, L_rounded_product. fold_least.
replace (L_visible_total w m n + - (1) * s)%R with (sum_below (term w m) n - s)%R
  by (change (L_visible_total w m n) with (sum_below (term w m) n); ring).
exact (total_math.strides_near w m n s e N S).

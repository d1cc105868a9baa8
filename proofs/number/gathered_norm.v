(* KEY 6a50fc809d02 *)
From Plumbline.number Require Import exp_rounded upward_math finite sum_tight_math.
intros n p s A B M G. unfold L_product_up, L_upward. unfold L_rounded_sum, L_rounded_product. fold_least.
exact (sum_tight_math.gathered_norm n p s (conj A B) M G).

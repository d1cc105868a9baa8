(* KEY 3483ba1537a9 *)
From Plumbline.number Require Import exp_rounded exp_tight_math.
intros x k product ((F & high) & low). subst k product.
destruct (reduction_in_range x F ltac:(apply Rabs_le; lra)) as (A & B & C & D).
unfold L_rounded_product, L_rounded_difference, L_exp_multiple, L_exp_reduced.
fold ln2_high. fold ln2_low. repeat split; lra.

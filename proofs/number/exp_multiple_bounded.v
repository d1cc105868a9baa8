(* KEY 4683a70d7bce *)
From Plumbline.number Require Import exp_rounded exp_range.
intros x k ((_ & high) & low). subst k.
assert (B : (Rabs x <= 708)%R) by (apply Rabs_le; lra).
destruct (exp_k_range x B) as (_ & _ & _ & _ & _ & K).
apply Rabs_le_inv in K. unfold L_exp_multiple. lra.

(* KEY 30b0ac281be8 *)
From Plumbline.number Require Import exp_rounded exp_tight_math.
intros s r square inner R S. destruct (polynomial_last s r S ltac:(lra)) as (A & B & C).
subst square inner. unfold L_rounded_fused, L_rounded_product, L_rounded_sum. repeat split; lra.

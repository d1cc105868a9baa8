(* KEY 5008e9facc20 *)
From Plumbline Require Import compare.exponent_math.
intros x y e L. unfold e, L_rexp. split; [apply exp_monotone, L|left; apply Exp_prop.exp_pos].

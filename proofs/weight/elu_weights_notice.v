(* KEY 29073a5f0f32 *)
From Plumbline.weight Require Import laws_math.
exists zeros, everything, 0%Z, 1%R. unfold L_el, L_elu_weights, L_shifted, zeros, everything.
rewrite Rplus_0_l. apply Rgt_not_eq, elu_moves.

(* KEY acfe0a5727d1 *)
From Plumbline.weight Require Import laws_math.
exists zeros, everything, 0%Z, 1%R. unfold L_el, L_sigmoid_weights, L_shifted, zeros, everything.
rewrite Rplus_0_l. apply Rgt_not_eq, sigmoid_moves.

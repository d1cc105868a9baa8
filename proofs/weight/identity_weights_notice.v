(* KEY bca73a914804 *)
From Plumbline.weight Require Import laws_math.
exists zeros, everything, 0%Z, 1%R. unfold L_el, L_identity_weights, L_shifted, zeros, everything. lra.

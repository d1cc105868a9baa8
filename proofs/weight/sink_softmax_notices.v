(* KEY bdf3bec26ff0 *)
From Plumbline.weight Require Import laws_math.
exists zeros, everything, 1%Z, 0%Z, 1%R, 0%R. unfold L_el. split; [split|]; try lia.
apply Rgt_not_eq, sink_softmax_lifted; [reflexivity|lra].

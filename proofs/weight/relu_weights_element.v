(* KEY e15f03c00a55 *)
From Plumbline.number Require Import sequence_math.
intros x m i M. unfold L_el, L_relu_weights. rewrite (among_true _ _ M). apply Rmax_comm.

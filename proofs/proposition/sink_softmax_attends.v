(* KEY c26fad872da1 *)
From Plumbline.proposition Require Import no_op_math.
intros x m n s sink delta w I L H M. apply (attends_written w m n s delta).
apply (sink_softmax_attends x m n s sink delta (conj I L) M). unfold w, L_el in H. lra.

(* KEY 55f621735fd4 *)
From Plumbline.proposition Require Import no_op_math.
intros x m n s delta w I L H M. apply (attends_written w m n s delta).
apply (softmax_attends x m n s delta (conj I L) M). unfold w, L_el in H. lra.

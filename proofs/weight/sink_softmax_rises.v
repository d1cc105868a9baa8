(* KEY 77542e1ebdd2 *)
From Plumbline.weight Require Import laws_math.
intros x m n i c s C L G M. apply sink_softmax_lifted; assumption.

(* KEY f6783f59e57b *)
From Plumbline.weight Require Import laws_math.
intros x m n i s w L G. apply sink_softmax_bounds. split; assumption.

(* KEY bbd6bf5eda34 *)
From Plumbline.weight Require Import laws_math.
intros x m n i w L G. destruct (softmax_bounds x m n i) as [low high]; [split; assumption|]. split; assumption.

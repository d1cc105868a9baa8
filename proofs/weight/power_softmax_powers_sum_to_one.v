(* KEY d7dcdb3b5d39 *)
From Plumbline Require Import weight.power_softmax_math.
intros x m p n i P I L M. exact (power_softmax_powers x m p n i P I L M).

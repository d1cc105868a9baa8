(* KEY adfaffbad4ed *)
From Plumbline Require Import weight.power_softmax_math.
intros x m n i I L. exact (power_softmax_one x m n i I L).

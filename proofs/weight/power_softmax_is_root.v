(* KEY a901b0004654 *)
From Plumbline Require Import weight.power_softmax_math.
intros x z m p n i P I L M Z. symmetry.
apply (power_softmax_root x z m p n i P I L M). intro j. symmetry. exact (Z j).

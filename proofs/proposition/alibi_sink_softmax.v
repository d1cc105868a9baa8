(* KEY 0f8b13477ff5 *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t i c s z S I L F H. as_written. rewrite (Rplus_comm (exp z)). symmetry.
exact (falling_sink_softmax x m n t c s z i F (falling_is x t c s H) S (conj I L)).

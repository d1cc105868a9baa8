(* KEY 5f09f38d5562 *)
From Plumbline.proposition Require Import mirror_math.
intros x g m n t i c s I L F H. rewrite (Rplus_comm (exp s)). symmetry.
exact (sink_by_distance x g m n t c s i F H (conj I L)).

(* KEY bf0d647f3265 *)
From Plumbline.proposition Require Import mirror_math.
intros x g m n t c s e F H. unfold e. rewrite (Rplus_comm (exp s)). symmetry.
exact (sink_weight_by_distance x g m n t c s F H).

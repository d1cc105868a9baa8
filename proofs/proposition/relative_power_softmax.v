(* KEY 4c6d069624e2 *)
From Plumbline.proposition Require Import mirror_math.
intros x g m n t i c p P I L F H. symmetry. exact (power_by_distance x g m n t c p i P F H (conj I L)).

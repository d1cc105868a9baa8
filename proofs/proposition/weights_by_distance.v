(* KEY 7a4b4c597caa *)
From Plumbline.proposition Require Import mirror_math.
intros a x g m n t i c I L A F H. symmetry. exact (weights_by_distance a x g m n t c i A F H (conj I L)).

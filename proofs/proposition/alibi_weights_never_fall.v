(* KEY 8b75916aebce *)
From Plumbline.proposition Require Import falling_math.
intros a x m n t i j c s w S I J K O F H. destruct F as ((T & N) & M). apply O.
- apply (falling_lowest x t c s i j (falling_is x t c s H) S); lia.
- repeat split; try lia; apply M; lia.

(* KEY 4eedb829884e *)
From Plumbline.proposition Require Import operators_math.
intros x m n i c alpha I L M E. symmetry. exact (scaled_repeats x m n c alpha E i I L M).

(* KEY 112b52588bbd *)
From Plumbline.proposition Require Import operators_math.
intros x m n i c I L M E. symmetry. exact (softmax_repeats x m n c E i I L M).

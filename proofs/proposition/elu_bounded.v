(* KEY 4e6841cbb648 *)
From Plumbline.proposition Require Import order_math bounds_math.
intros x m n t low high F H. apply (is_bounded _ m).
exact (function_between _ x m n t low high elu_rises F (between_is x low high t H)).

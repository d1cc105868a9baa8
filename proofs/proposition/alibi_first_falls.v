(* KEY 9d73d6bdc88c *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t c s S F H. as_written. exact (falling_first_weight x m n t c s F (falling_is x t c s H) S).

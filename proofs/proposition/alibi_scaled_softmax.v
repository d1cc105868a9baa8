(* KEY effc1d4a2b4c *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t i c s alpha S I L F H. as_written. symmetry.
exact (f_equal (Rmult alpha) (falling_weight x m n t c s i F (falling_is x t c s H) S (conj I L))).

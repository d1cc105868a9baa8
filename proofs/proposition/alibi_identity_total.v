(* KEY 9d66acb02be0 *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t c s F H. as_written. unfold real_of_int. rewrite minus_IZR. symmetry.
exact (identity_total x m n t c s F (falling_is x t c s H)).

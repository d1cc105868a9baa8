(* KEY 81a3e62ff1bf *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t c s S. as_written. unfold real_of_int. rewrite minus_IZR. intros B T F H.
exact (identity_by_sum_first x m n t c s F (falling_is x t c s H) S ltac:(lia) B).

(* KEY 260360413c2c *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t j c s e. as_written. unfold real_of_int. rewrite minus_IZR. intros S E J K B F H.
exact (identity_by_absolute_sum_first x m n t c s e j F (falling_is x t c s H) S E B (conj J K)).

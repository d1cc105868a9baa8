(* KEY f59a0633ba6b *)
From Plumbline.proposition Require Import operators_math.
intros w m n i a I L M W.
etransitivity; [|symmetry; exact (at_least_one_repeats w m n a (equal_part _ _ _ _ W) (other_part _ _ _ _ W) i I L M)].
unfold real_of_int. f_equal. apply Rmax_comm.

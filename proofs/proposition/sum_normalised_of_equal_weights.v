(* KEY bbae196129c7 *)
From Plumbline.proposition Require Import operators_math.
intros w m n i a e s N I L M W. subst s.
etransitivity; [|symmetry; exact (normalised_repeats w m n a e (equal_part _ _ _ _ W) (other_part _ _ _ _ W) i I L M)].
unfold real_of_int. f_equal. ring.

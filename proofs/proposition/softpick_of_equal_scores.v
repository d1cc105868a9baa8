(* KEY 90386a33e1d1 *)
From Plumbline.proposition Require Import operators_math.
intros x m n i c e a C P I L M E. subst a. etransitivity; [|symmetry; exact (softpick_repeats x m n c e C E i I L M)].
unfold real_of_int. rewrite exp_Ropp. unfold Rdiv. f_equal; [|f_equal]; ring.

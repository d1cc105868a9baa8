(* KEY 06864aa8d299 *)
From Plumbline.proposition Require Import operators_math.
intros x m n i c s e I L M E. subst e. etransitivity; [|symmetry; exact (sink_softmax_repeats x m n c s E i I L M)].
unfold real_of_int. f_equal. ring.

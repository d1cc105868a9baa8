(* KEY ef60012e3517 *)
From Plumbline.proposition Require Import operators_math.
intros x m n c s e E. subst e. etransitivity; [|symmetry; exact (sink_weight_repeats x m n c s E)].
unfold real_of_int. f_equal. ring.

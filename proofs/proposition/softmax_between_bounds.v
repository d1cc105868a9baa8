(* KEY a7d8e7344e43 *)
From Plumbline.proposition Require Import bounds_math printed_math.
intros x m n t i low high. as_written. unfold real_of_int. rewrite minus_IZR. intros I L F H.
exact (softmax_between x m n t i low high F (conj I L) (between_is x low high t H)).

(* KEY 49830d9970d1 *)
From Plumbline.proposition Require Import bounds_math printed_math.
intros x m n t i low high alpha. as_written. unfold real_of_int. rewrite minus_IZR. intros A I L F H.
exact (scaled_between x m n t i low high alpha A F (conj I L) (between_is x low high t H)).

(* KEY efca550d469e *)
From Plumbline.proposition Require Import bounds_math printed_math.
intros x m n t i low high p. as_written. unfold real_of_int. rewrite minus_IZR. intros P I L F H.
exact (power_between x m n t i low high p P F (conj I L) (between_is x low high t H)).

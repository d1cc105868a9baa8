(* KEY 5dc2214f2279 *)
From Plumbline.proposition Require Import bounds_math printed_math.
intros x m n t i low high gamma zeta. as_written. unfold real_of_int. rewrite minus_IZR, !(Rplus_comm gamma).
intros G I L F H.
destruct (clipped_between x m n t i low high gamma zeta G F (conj I L) (between_is x low high t H)). split; assumption.

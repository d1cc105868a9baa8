(* KEY ff3a95c50194 *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t i c s gamma zeta S I L F H. as_written.
exact (clipped_by_distance x m n t c s gamma zeta i F (falling_is x t c s H) S (conj I L)).

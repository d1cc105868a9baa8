(* KEY 22fe57053cce *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t c s gamma zeta S Z. as_written. intros B F H.
apply (falling_clipped_first x m n t c s gamma zeta F (falling_is x t c s H) S Z). rewrite Rmult_comm.
unfold real_of_int in B. lra.

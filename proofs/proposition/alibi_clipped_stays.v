(* KEY 7d6082c7846a *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t i c s gamma zeta S Z I L F H. as_written. rewrite (Rplus_comm gamma).
rewrite (Rmult_comm (exp _) (zeta - gamma)), (Rmult_assoc (zeta - gamma)).
exact (falling_clipped_above x m n t c s gamma zeta i F (falling_is x t c s H) S Z (conj I L)).

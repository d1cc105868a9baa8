(* KEY 94e98ed79236 *)
From Plumbline.proposition Require Import bounds_math.
intros low high gamma zeta Z G. destruct (bounded_clipped_ends low high gamma zeta G Z) as [N H]. exists N.
intros x m n t i I L K F S.
exact (H x m n t i F (conj I L) (between_is x low high t S) K).

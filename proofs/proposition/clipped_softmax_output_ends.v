(* KEY 6247a9135ad6 *)
From Plumbline.proposition Require Import operators_math.
intros gamma zeta G. destruct (clipped_output_ends gamma zeta G) as [N H]. exists N. intros x v m d n k c K E.
exact (H x v m d n k c E K).

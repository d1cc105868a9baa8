(* KEY 9757f8138c81 *)
From Plumbline.proposition Require Import layers_math.
intros gamma zeta Z G. exact (clipped_parts gamma zeta G Z).

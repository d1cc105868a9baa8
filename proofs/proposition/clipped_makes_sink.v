(* KEY e7183549e637 *)
From Plumbline.proposition Require Import standing_math.
intros gamma zeta G Z. exact (sinks_is _ _ (clipped_makes_sink gamma zeta G Z)).

(* KEY 62b60a00d9a1 *)
From Plumbline.proposition Require Import mirror_math.
intros gamma zeta G. exact (clipped_mirrors gamma zeta G).

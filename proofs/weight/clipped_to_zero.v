(* KEY cfed4000f0e1 *)
From Plumbline.weight Require Import laws_math.
intros w gamma zeta j H. unfold L_el in *. unfold L_clipped_weights. apply clip_low. lra.

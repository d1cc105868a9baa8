(* KEY 89364b81aeae *)
From Plumbline.weight Require Import laws_math.
intros w gamma zeta j H. unfold L_el in *. unfold L_clipped_weights. apply clip_high. lra.

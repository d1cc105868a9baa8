(* KEY 3796767137da *)
From Plumbline.weight Require Import laws_math.
intros w gamma zeta j y. unfold y, L_el, L_clipped_weights.
destruct (clip_bounds ((zeta - gamma) * w j + gamma)) as [low high]. split; assumption.

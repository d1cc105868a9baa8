(* KEY 36b2bbe8bc0a *)
From Plumbline.weight Require Import laws_math.
intros x m n s w. apply sink_weight_bounds.

(* KEY 1da0c596fb08 *)
From Plumbline.proposition Require Import layers_math.
intros x u m v n c S V. exact (softmax_gives x u m v n c S V).

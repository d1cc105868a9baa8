(* KEY 5ebe8f858d4c *)
From Plumbline Require Import position.rotation_math position.rope_math.
intros. apply positioned_at_zero; assumption.

(* KEY 71719a6083cc *)
From Plumbline Require Import model.rotation position.rotation_math.
intros. apply rotated_beyond. assumption.

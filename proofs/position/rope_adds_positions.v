(* KEY fbd2faabc96c *)
From Plumbline Require Import position.rotation_math position.rope_math.
intros. apply positioned_twice; [assumption|lia].

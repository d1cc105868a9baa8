(* KEY 3319d21501ef *)
From Plumbline Require Import score.ball_memory.
intros w m. reflexivity.

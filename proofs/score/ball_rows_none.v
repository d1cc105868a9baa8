(* KEY 68deb1c40ddd *)
From Plumbline Require Import score.ball_memory.
intros t p x m d j k element J N. exfalso. lia.

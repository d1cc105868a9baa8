(* KEY f861b2825144 *)
From Plumbline Require Import score.ball_memory.
intros. unfold L_place. ring.

(* KEY 386f7779e3b6 *)
From Plumbline.weight Require Import laws_math.
intros x m n s unseen. apply sink_alone, unseen.

(* KEY 5d5864eccd91 *)
From Coq Require Import Lia.
intros t u H i (I & J). specialize (H i I ltac:(lia)). split; apply H.

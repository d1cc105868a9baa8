(* KEY c0a0721d4a13 *)
From Coq Require Import Reals Lra.
intros exact off y off_is any. exists y, 0%R. split; [split; auto|]. unfold P_near.
replace (y + - (1) * y)%R with 0%R by ring. rewrite Rabs_R0. lra.

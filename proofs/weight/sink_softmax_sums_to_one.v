(* KEY 1713565a5709 *)
From Plumbline.weight Require Import laws_math.
intros x m n s. rewrite Rplus_comm. apply sink_total.

(* KEY 8de20ae26858 *)
From Plumbline.measure Require Import sink_share_math.
intros. rewrite Rmult_comm. apply share_times_count. assumption.

(* KEY 5718d943cee5 *)
From Plumbline.measure Require Import sink_share_math.
intros w c n N H. apply share_of_equal; [exact N|]. intros i P Q. apply H; assumption.

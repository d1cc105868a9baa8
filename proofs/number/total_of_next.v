(* KEY 46d433051909 *)
From Plumbline.number Require Import sequence_math.
intros w n N. unfold L_total. rewrite sum_below_next by exact N. apply Rplus_comm.

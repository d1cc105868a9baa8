(* KEY 6308b52cdbb7 *)
From Plumbline.number Require Import sequence_math.
intros w n k N L G. unfold L_total. rewrite (sum_below_step _ n k N L G). apply Rplus_comm.

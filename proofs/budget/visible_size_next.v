(* KEY fea102688f7a *)
From Plumbline.number Require Import sequence_math.
intros w m n k a N L G M. unfold L_visible_total. rewrite (sum_below_step _ n k N L G). unfold P_among in M. rewrite M.
apply Rplus_comm.

(* KEY fa4d76816569 *)
From Plumbline.number Require Import sequence_math.
intros least most pull limited m n k d N L G M I. unfold L_pulled. rewrite (sum_below_step _ n k N L G).
unfold P_among in M, I. rewrite M, I. unfold d, L_rmul, L_el. rewrite Rmax_comm. apply Rplus_comm.

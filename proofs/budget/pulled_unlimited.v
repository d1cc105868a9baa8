(* KEY 3b95fc63ec78 *)
From Plumbline.number Require Import sequence_math.
intros least most pull limited m n k N L G M I. unfold L_pulled. rewrite (sum_below_step _ n k N L G).
unfold P_among in M, I. rewrite M. destruct (limited n); [contradiction I; reflexivity|]. unfold L_rmul, L_el.
apply Rplus_comm.

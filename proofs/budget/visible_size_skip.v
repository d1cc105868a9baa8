(* KEY 1d0c19bf5050 *)
From Plumbline.number Require Import sequence_math.
intros w m n k a N L G M. unfold L_visible_total. rewrite (sum_below_step _ n k N L G). unfold P_among in M.
destruct (m n); [contradiction M; reflexivity|]. rewrite Rplus_0_r. reflexivity.

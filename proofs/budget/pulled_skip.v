(* KEY ffb9239de537 *)
From Plumbline.number Require Import sequence_math.
intros least most pull limited m n k N L G M. unfold L_pulled. rewrite (sum_below_step _ n k N L G).
unfold P_among in M. destruct (m n); [contradiction M; reflexivity|]. apply Rplus_0_r.

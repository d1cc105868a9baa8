(* KEY b7130c6d6f57 *)
From Plumbline Require Import weight.log_sum_exp_math.
intros x m c n s. unfold L_rlog, L_rexp. replace (s + - (1) * c)%R with (s - c)%R by ring.
exact (log_sum_exp_with_sink_any_shift x m c n s).

(* KEY 06ef13ef7fa0 *)
From Plumbline Require Import weight.log_sum_exp_math.
intros x m c n sum P. exact (log_sum_exp_any_shift x m c n P).

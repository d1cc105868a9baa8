(* KEY 89fdb1f6eb73 *)
From Plumbline Require Import must_fail.engine_witness.
(* a sum of 0, rounded to 1 *)
intro H. assert (W : P_sum_computed none (only 4 1) 0 0 0 0 1).
{ apply (H _ _ _ _ _ _ 0 1); rounds. }
destruct W as (own & sum & O & S & Y). off. lra.

(* KEY dd9cc4610aa5 *)
From Plumbline Require Import must_fail.engine_witness.
(* a logit of 0, stored as 1 *)
intro H. assert (W : P_logit_computed none (only 3 1) 0 1).
{ apply (H _ _ _ 0); rounds. }
destruct W as (given & G & Y). off. lra.

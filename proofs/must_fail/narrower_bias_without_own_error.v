(* KEY a1c50157bbaa *)
From Plumbline Require Import must_fail.engine_witness.
(* a bias of 0 that came out as 1 *)
intro H. assert (W : P_bias_computed none none 0 1 0 1).
{ apply (H _ _ _ _ _ 1); rounds. }
destruct W as (own & O & Y). off. lra.

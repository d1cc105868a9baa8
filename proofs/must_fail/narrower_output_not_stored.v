(* KEY 19f750e68f5d *)
From Plumbline Require Import must_fail.engine_witness.
(* 0, stored as 1 *)
intro H. assert (W : P_stored_as none (only 7 1) 0 1).
{ apply H. exists 0, 0, 0, 0, 1. repeat split; rounds. }
destruct W as (quotient & output & Q & O & T). off. lra.

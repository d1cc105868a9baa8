(* KEY 19f750e68f5d *)
From Plumbline Require Import must_fail.engine_witness.
(* 0, and 1 more at each of four roundings *)
intro H. assert (W : P_stored_as none (only 6 1) 0 4).
{ apply H. exists 1, 2, 3, 4, 4. repeat split; rounds. }
destruct W as (quotient & output & Q & O & T). off. lra.

(* KEY 8aac41112998 *)
From Plumbline Require Import must_fail.engine_witness.
(* e^0 that came out as 2 *)
intro H. assert (W : P_elu_computed (only 10 1) none 0 2).
{ apply (H _ _ 0 1 1 1 2); [apply only_are_roundings; lra|exists 1; split; rounds| |rounds|exists 2; split; rounds].
  left; right; split; [lra|split; [lra|rewrite exp_0; rounds]]. }
destruct W as (first & computed & stored & E & F & S & Y).
destruct E as [(E0 & E)|(E0 & E)]; [lra|]. rewrite exp_0 in E. replace (1 - 1) with 0 in E by ring.
replace (Rmax 1 0) with 1 in E by (unfold Rmax; destruct (Rle_dec 1 0); lra).
off. lra.

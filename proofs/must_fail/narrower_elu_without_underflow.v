(* KEY 8aac41112998 *)
From Plumbline Require Import must_fail.engine_witness.
(* e^0 - 1 off by 1, and 1 more at each of four roundings, as 1 is added *)
intro H. assert (W : P_elu_computed none (only 4 1) 0 6).
{ apply (H _ _ 0 1 3 3 6); [apply only_are_roundings; lra|exists 2; split; rounds| |rounds|exists 5; split; rounds].
  left; right; split; [lra|split; [lra|rewrite exp_0; rounds]]. }
destruct W as (first & computed & stored & E & F & S & Y).
destruct E as [(E0 & E)|(E0 & E)]; [lra|]. rewrite exp_0 in E. replace (1 - 1) with 0 in E by ring.
replace (Rmax 1 0) with 1 in E by (unfold Rmax; destruct (Rle_dec 1 0); lra).
off. lra.

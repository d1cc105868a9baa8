(* KEY 8aac41112998 *)
From Plumbline Require Import must_fail.engine_witness.
(* 1, stored as 2 *)
intro H. assert (W : P_elu_computed none (only 3 1) 1 3).
{ apply (H _ _ 1 1 1 2 3); [apply only_are_roundings; lra|exists 1; split; rounds| |rounds|exists 3; split; rounds].
  left; left; split; lra. }
destruct W as (first & computed & stored & E & F & S & Y).
destruct E as [(E0 & E)|(E0 & E)]; [|lra]. subst first.
off. lra.

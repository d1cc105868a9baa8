(* KEY 8aac41112998 *)
From Plumbline Require Import must_fail.engine_witness.
(* 1, and 1 more at each of four roundings, as 1 is added *)
intro H. assert (W : P_elu_computed none (only 4 1) 1 6).
{ apply (H _ _ 1 1 3 3 6); [apply only_are_roundings; lra|exists 2; split; rounds| |rounds|exists 5; split; rounds].
  left; left; split; lra. }
destruct W as (first & computed & stored & E & F & S & Y).
destruct E as [(E0 & E)|(E0 & E)]; [|lra]. subst first.
off. lra.

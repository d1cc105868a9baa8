(* KEY 8d7fbefdef5c *)
From Plumbline Require Import must_fail.engine_witness.
(* a tanh of -1 that came out as 1 *)
intro H. assert (W : P_hidden_computed (only 10 1) none 1 1).
{ apply (H _ _ 1 1 1 1 1 1 1); [rounds|rounds|rounds|rounds|rounds|].
  exists 1. split; [exists 1|exists 1]; split; rounds. }
destruct W as (factor & value & stored & product & after & second & third & F & AF & ST & V & S & P & Y).
assert (F1 : factor = 1) by (off; lra). subst factor. off. lra.

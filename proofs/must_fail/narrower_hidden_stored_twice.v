(* KEY 8d7fbefdef5c *)
From Plumbline Require Import must_fail.engine_witness.
(* -1, and 1 more at each of three stores *)
intro H. assert (W : P_hidden_computed none (only 3 1) 1 2).
{ apply (H _ _ 1 1 (- (1)) 0 0 1 2); [rounds|rounds|rounds|rounds|rounds|].
  exists 0. split; [exists 0|exists 0]; split; rounds. }
destruct W as (factor & value & stored & product & after & second & third & F & AF & ST & V & S & P & Y).
assert (F1 : factor = 1) by (off; lra). subst factor. off. lra.

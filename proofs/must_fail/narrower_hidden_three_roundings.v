(* KEY 8d7fbefdef5c *)
From Plumbline Require Import must_fail.engine_witness.
(* a tanh of -infinity off by 1, times 1; and 1 more at each of four roundings *)
intro H. assert (W : P_hidden_computed none (only 4 1) 1 4).
{ apply (H _ _ 1 1 0 0 4 4 4); [rounds|rounds|rounds|rounds|rounds|].
  exists 2. split; [exists 3|exists 1]; split; rounds. }
destruct W as (factor & value & stored & product & after & second & third & F & AF & ST & V & S & P & Y).
assert (F1 : factor = 1) by (off; lra). subst factor. off. lra.

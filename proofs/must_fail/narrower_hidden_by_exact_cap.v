(* KEY 8d7fbefdef5c *)
From Plumbline Require Import must_fail.engine_witness.
(* a cap of 1, held as 2 *)
intro H. assert (W : P_hidden_computed none (only 0 1) 1 (- (2))).
{ apply (H _ _ 1 2 (- (1)) (- (1)) (- (2)) (- (2)) (- (2))); [rounds|rounds|rounds|rounds|rounds|].
  exists (- (2)). split; [exists (- (2))|exists (- (2))]; split; rounds. }
destruct W as (factor & value & stored & product & after & second & third & F & AF & ST & V & S & P & Y).
subst factor. off. lra.

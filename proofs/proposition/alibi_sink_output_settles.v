(* KEY aa252ed414f7 *)
From Plumbline.proposition Require Import falling_math printed_math.
intros c s z u b. as_written. intros B S. destruct (falling_sink_output_settles c s z u b S B) as [N H]. exists N.
intros x v m n t d k K F X V. as_written. rewrite (Rmult_comm u), (Rplus_comm (exp z)).
exact (H x v m n t d k F (falling_is x t c s X) V K).

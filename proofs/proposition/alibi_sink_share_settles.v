(* KEY 1d159af080c2 *)
From Plumbline.proposition Require Import falling_math printed_math.
intros c s z b. as_written. intros B S. destruct (falling_sink_settles c s z b S B) as [N H]. exists N.
intros x m n t K F X.
as_written. rewrite (Rplus_comm (exp z)). exact (H x m n t F (falling_is x t c s X) K).

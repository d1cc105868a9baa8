(* KEY a5f8a0acb6e3 *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t c s z. as_written. intros S F H. rewrite (Rplus_comm (exp z)).
exact (falling_sink_stays x m n t c s z F (falling_is x t c s H) S).

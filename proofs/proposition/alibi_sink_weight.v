(* KEY fbb419d73f7b *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t c s z. as_written. intros S F H. rewrite (Rplus_comm (exp z)). symmetry.
exact (falling_sink_weight x m n t c s z F (falling_is x t c s H) S).

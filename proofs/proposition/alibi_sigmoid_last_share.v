(* KEY b9e38ed7deed *)
From Plumbline.proposition Require Import order_math falling_math printed_math.
intros x m n t c s e S E F H. as_written. rewrite (Rplus_comm e).
exact (own_last_share _ x m n t c s e sigmoid_below_exp F (falling_is x t c s H) S E).

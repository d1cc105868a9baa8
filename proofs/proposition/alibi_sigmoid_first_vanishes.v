(* KEY ad925e2de279 *)
From Plumbline.proposition Require Import order_math falling_math.
intros c s b B S. destruct (own_first_vanishes _ c s b sigmoid_below_exp S B) as [N H]. exists N. intros x m n t K F X.
exact (H x m n t F (falling_is x t c s X) K).

(* KEY f762d3977cbd *)
From Plumbline.proposition Require Import falling_math.
intros c s u b U S. destruct (identity_output_grows c s u b S U) as [N H]. exists N. intros x v m n t d k K F X V.
exact (H x v m n t d k F (falling_is x t c s X) V K).

(* KEY bd573b0a37aa *)
From Plumbline.proposition Require Import falling_math printed_math.
intros s b B S. destruct (falling_weight_settles s b S B) as [N H]. exists N. intros x m n t d c D L K F X. as_written.
exact (H x m n t c d F (falling_is x t c s X) (conj D L) K).

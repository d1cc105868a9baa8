(* KEY 2e68898c3b67 *)
From Plumbline.proposition Require Import falling_math.
intros c s e u b B S E. destruct (falling_softpick_output_vanishes c s e u b S E B) as [N H]. exists N.
intros x v m n t d k K F X V.
exact (H x v m n t d k F (falling_is x t c s X) V K).

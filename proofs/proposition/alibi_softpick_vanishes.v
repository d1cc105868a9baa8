(* KEY ed51e5280a46 *)
From Plumbline.proposition Require Import falling_math.
intros c s e b B S E. destruct (falling_softpick_vanishes c s e b S E B) as [N H]. exists N. intros x m n t i I L K F X.
exact (H x m n t i F (falling_is x t c s X) (conj I L) K).

(* KEY cfcda0b4d797 *)
From Plumbline.proposition Require Import operators_math.
intros e bound B P. destruct (softpick_vanishes e bound P B) as [N H]. exists N. intros x m n i c I L K M E.
exact (H x m n i c I L M E K).

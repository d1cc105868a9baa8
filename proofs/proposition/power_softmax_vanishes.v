(* KEY 966861a93353 *)
From Plumbline.proposition Require Import operators_math.
intros p bound B P. destruct (power_weight_vanishes p bound P B) as [N H]. exists N. intros x m n i c I L K M E.
exact (H x m n i c I L M E K).

(* KEY d672b095ac97 *)
From Plumbline.proposition Require Import bounds_math.
intros low high p b B P. destruct (bounded_power_vanishes low high p b P B) as [N H]. exists N.
intros x m n t i I L K F S.
exact (H x m n t i F (conj I L) (between_is x low high t S) K).

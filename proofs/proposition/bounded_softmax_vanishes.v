(* KEY de18ed7d584e *)
From Plumbline.proposition Require Import bounds_math.
intros low high b P. destruct (bounded_softmax_vanishes low high b P) as [N H]. exists N. intros x m n t i I L K F S.
exact (H x m n t i F (conj I L) (between_is x low high t S) K).

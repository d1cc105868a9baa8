(* KEY 035d68e7ce07 *)
From Plumbline.proposition Require Import bounds_math.
intros low high top b P. destruct (bounded_sink_share_vanishes low high top b P) as [N H]. exists N.
intros x m n t s K U F S.
exact (H x m n t s F (between_is x low high t S) U K).

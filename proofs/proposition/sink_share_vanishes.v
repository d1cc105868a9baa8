(* KEY 488fdfebcd2a *)
From Plumbline.proposition Require Import operators_math.
intros c s bound B. destruct (sink_share_vanishes c s bound B) as [N H]. exists N. intros x m n K E.
exact (H x m n E K).

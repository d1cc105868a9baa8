(* KEY f65b7d9433ef *)
From Plumbline.proposition Require Import operators_math.
intros alpha bound B. destruct (scaled_vanishes alpha bound B) as [N H]. exists N. intros x m n i c I L K M E.
exact (H x m n i c I L M E K).

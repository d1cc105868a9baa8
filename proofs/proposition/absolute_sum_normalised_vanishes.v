(* KEY 1e5110a1ad06 *)
From Plumbline.proposition Require Import limits_math.
intros e b B E. destruct (absolute_vanishes e b E B) as [N H]. exists N. intros w m n i a A I L K M W.
exact (H w m n i a A I L M W K).

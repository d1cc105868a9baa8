(* KEY 7487a3ea2133 *)
From Plumbline.proposition Require Import limits_math.
intros b B. destruct (at_least_one_vanishes b B) as [N H]. exists N. intros w m n i a I L K M W.
exact (H w m n i a I L M W K).

(* KEY 655720022449 *)
From Plumbline.proposition Require Import operators_math.
intros e bound B P. destruct (normalised_vanishes e bound P B) as [N H]. exists N. intros w m n i a A I L K M W.
exact (H w m n i a A I L M (equal_part _ _ _ _ W) (other_part _ _ _ _ W) K).

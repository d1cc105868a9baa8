(* KEY 7ad09dd845ab *)
From Plumbline.proposition Require Import limits_math.
intros a e b A B. destruct (sum_of_either_sign_vanishes a e b A B) as [N H]. exists N. intros w m n i I L K M W.
exact (H w m n i I L M W K).

(* KEY 2b5942c6aab1 *)
From Plumbline.proposition Require Import operators_math.
intros a u bound U A. destruct (output_grows a u bound A U) as [N H]. exists N. intros w v m d n k K W V.
exact (H w v m d n k (equal_part _ _ _ _ W) V K).

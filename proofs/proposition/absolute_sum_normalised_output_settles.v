(* KEY 02c8bd21f3a3 *)
From Plumbline.proposition Require Import limits_math printed_math.
intros a e u b A B E. destruct (absolute_settles a e u b A E B) as [N H]. exists N. intros w v m d n k K W V.
as_written.
exact (H w v m d n k W V K).

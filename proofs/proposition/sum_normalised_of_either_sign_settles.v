(* KEY d93f5442be0e *)
From Plumbline.proposition Require Import limits_math printed_math.
intros a e u b A B. destruct (sum_of_either_sign_settles a e u b A B) as [N H]. exists N. intros w v m d n k K W V.
as_written.
exact (H w v m d n k W V K).

(* KEY 50c8a9e4dff0 *)
From Plumbline.proposition Require Import operators_math.
intros p u bound U P. destruct (power_output_grows p u bound P U) as [N H]. exists N. intros x v m d n k c K S E V.
exact (H x v m d n k c S E V K).

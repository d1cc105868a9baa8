(* KEY 6a813085ddc7 *)
From Plumbline.proposition Require Import operators_math.
intros p u bound B P Q. destruct (power_output_vanishes p u bound P Q B) as [N H]. exists N.
intros x v m d n k c K S E V.
exact (H x v m d n k c S E V K).

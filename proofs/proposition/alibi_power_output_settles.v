(* KEY 5585b843a922 *)
From Plumbline.proposition Require Import falling_math printed_math.
intros s p u b B P S. destruct (falling_power_output_settles s p u b S P B) as [N H]. exists N.
intros x v m n t d k c K F X V. as_written. rewrite (Rmult_comm u), (Rmult_comm s p).
exact (H x v m n t c d k F (falling_is x t c s X) V K).

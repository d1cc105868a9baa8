(* KEY 224f4a129d52 *)
From Plumbline.proposition Require Import bounds_math printed_math.
intros x m n t low high s. as_written. unfold real_of_int. intros F H. rewrite !(Rplus_comm (exp s)).
exact (sink_weight_between x m n t low high s F (between_is x low high t H)).

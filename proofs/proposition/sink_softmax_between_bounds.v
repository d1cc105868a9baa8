(* KEY 005d3357e20b *)
From Plumbline.proposition Require Import bounds_math printed_math.
intros x m n t i low high s. as_written. unfold real_of_int. rewrite minus_IZR. intros I L F H.
destruct (sink_between x m n t i low high s F (conj I L) (between_is x low high t H)) as [A Z].
rewrite (Rmult_comm (exp high)), (Rmult_comm (exp low)), !Rplus_assoc, !(Rplus_comm (exp s)), <- !Rplus_assoc.
split; assumption.

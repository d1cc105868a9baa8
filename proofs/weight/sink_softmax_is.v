(* KEY 5e3eac3550ba *)
From Plumbline.number Require Import sequence_math.
intros x m n i s I N M. unfold L_el, L_sink_softmax. rewrite (among_true _ _ M), (Rplus_comm (exp s)). reflexivity.

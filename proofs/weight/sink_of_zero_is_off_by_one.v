(* KEY 66069b721782 *)
From Plumbline.number Require Import sequence_math.
intros x m n i L G M. unfold L_el, L_sink_softmax. rewrite (among_true _ _ M), exp_0, (Rplus_comm 1). reflexivity.

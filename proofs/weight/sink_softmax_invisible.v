(* KEY e4296df3d1da *)
From Plumbline.number Require Import sequence_math.
intros x m n i s M. unfold L_el, L_sink_softmax. rewrite (among_false _ _ M). reflexivity.

(* KEY ebf31ca83b06 *)
From Plumbline.number Require Import sequence_math.
intros x m i M. unfold L_el, L_elu_weights. rewrite (among_false _ _ M). reflexivity.

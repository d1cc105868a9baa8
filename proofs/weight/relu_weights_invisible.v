(* KEY bae48e590b8c *)
From Plumbline.number Require Import sequence_math.
intros x m s i M. unfold L_el, L_relu_weights. rewrite (among_false _ _ M). reflexivity.

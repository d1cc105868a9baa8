(* KEY 48d9590f687b *)
From Plumbline.number Require Import sequence_math.
intros x m i M. unfold L_el, L_elu_weights. rewrite (among_true _ _ M). reflexivity.

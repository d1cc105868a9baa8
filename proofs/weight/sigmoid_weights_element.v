(* KEY cca320cdbfc9 *)
From Plumbline.number Require Import sequence_math.
intros x m i M. unfold L_el, L_sigmoid_weights. rewrite (among_true _ _ M). reflexivity.

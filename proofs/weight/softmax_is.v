(* KEY 9bb55134a4d0 *)
From Plumbline.number Require Import sequence_math.
intros x m n i I N M. unfold L_el, L_softmax. rewrite (among_true _ _ M). reflexivity.

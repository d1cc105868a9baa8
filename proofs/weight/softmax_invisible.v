(* KEY ac782101ddce *)
From Plumbline.number Require Import sequence_math.
intros x m n i M. unfold L_el, L_softmax. rewrite (among_false _ _ M). reflexivity.

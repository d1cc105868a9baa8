(* KEY c8d56ea9e094 *)
From Plumbline.number Require Import sequence_math.
intros s s1 s2 r i i1 M. unfold L_el, L_softmax_gradient. rewrite (among_false _ _ M). reflexivity.

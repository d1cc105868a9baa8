(* KEY fb3aee41d9f5 *)
From Plumbline.number Require Import sequence_math.
intros s s1 s2 r i i1 M. unfold L_el, L_softmax_gradient, L_rmul. rewrite (among_true _ _ M). ring.

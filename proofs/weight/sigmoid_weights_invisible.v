(* KEY d0bc7895a1e1 *)
From Plumbline.number Require Import sequence_math.
intros x m i M. unfold L_el, L_sigmoid_weights. rewrite (among_false _ _ M). reflexivity.

(* KEY 6c877b92eba2 *)
From Plumbline.number Require Import sequence_math.
intros x m i M. unfold L_el, L_identity_weights. rewrite (among_true _ _ M). reflexivity.

(* KEY 4cd0a26b6bf9 *)
From Plumbline.number Require Import sequence_math.
intros x m p n i P I L M. unfold L_el, L_power_softmax. rewrite (among_true _ _ M). reflexivity.

(* KEY af4e6e37a620 *)
From Plumbline.number Require Import sequence_math.
intros x m p n i M. unfold L_el, L_power_softmax. rewrite (among_false _ _ M). reflexivity.

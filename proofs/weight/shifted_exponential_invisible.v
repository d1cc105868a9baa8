(* KEY 41d604e04e5a *)
From Plumbline.number Require Import sequence_math.
intros x m c i M. unfold L_el, L_shifted_exponentials. rewrite (among_false _ _ M). reflexivity.

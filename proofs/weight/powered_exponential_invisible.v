(* KEY 5415b957b2a0 *)
From Plumbline.number Require Import sequence_math.
intros x m p c i M. unfold L_el, L_powered_exponentials. rewrite (among_false _ _ M). reflexivity.

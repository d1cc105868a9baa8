(* KEY bc9bc9361028 *)
From Plumbline.number Require Import sequence_math.
intros x m n i e M. unfold L_el, L_softpick. rewrite (among_false _ _ M). reflexivity.

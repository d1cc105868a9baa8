(* KEY 7b0b7edf90ed *)
From Plumbline.number Require Import sequence_math.
intros a b m j M. unfold L_el, L_visible_products. rewrite (among_false _ _ M). reflexivity.

(* KEY da88bfe38456 *)
From Plumbline.number Require Import sequence_math.
intros a b m j M. unfold L_el, L_seen_products. rewrite (among_false _ _ M). reflexivity.

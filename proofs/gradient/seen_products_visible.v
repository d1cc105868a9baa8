(* KEY 41c43a41c7f6 *)
From Plumbline.number Require Import sequence_math.
intros a b m j M. unfold L_el, L_seen_products, L_rmul. rewrite (among_true _ _ M). reflexivity.

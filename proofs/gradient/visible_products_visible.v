(* KEY e975b1bf3571 *)
From Plumbline.number Require Import sequence_math.
intros a b m j M. unfold L_el, L_visible_products, L_rmul. rewrite (among_true _ _ M). reflexivity.

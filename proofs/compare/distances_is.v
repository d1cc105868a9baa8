(* KEY e753763edc0f *)
From Plumbline Require Import compare.shapes.
intros. unfold L_el, L_distances. f_equal. ring.

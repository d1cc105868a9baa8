(* KEY efc0c6f248dd *)
From Plumbline.number Require Import sequence_math.
intros x m c i M. unfold L_el, L_excess_sizes. rewrite (among_false _ _ M). reflexivity.

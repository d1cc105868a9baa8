(* KEY 51f1e7f2310f *)
From Plumbline.number Require Import sequence_math.
intros x m c i M. unfold L_el, L_excess_sizes. rewrite (among_true _ _ M). reflexivity.

(* KEY 251574312c2a *)
From Plumbline.number Require Import sequence_math.
intros x m cap i M. unfold L_el, L_capped_mask. rewrite (among_false _ _ M). ring.

(* KEY b7f642e1204b *)
From Plumbline.weight Require Import laws_math.
intros x m n i w L G. unfold L_el, L_clipped_weights.
replace ((1 - 0) * w i + 0)%R with (w i) by ring. apply clip_idle, softmax_bounds. split; assumption.

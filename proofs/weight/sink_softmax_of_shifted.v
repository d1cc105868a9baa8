(* KEY 3c21334b240b *)
From Plumbline.weight Require Import laws_math.
intros x m n i c s L G. unfold L_el. replace (s + - (1) * c)%R with (s - c)%R by ring.
symmetry. apply sink_softmax_shifted.

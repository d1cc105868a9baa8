(* KEY ae315a2432ca *)
From Plumbline.weight Require Import laws_math.
intros x m n i c L G. apply softmax_shifted.

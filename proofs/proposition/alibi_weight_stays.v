(* KEY 8db8169095b6 *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t i c s S I L F H. as_written. exact (falling_weight_above x m n t c s i F (falling_is x t c s H) S
  (conj I L)).

(* KEY c0b5083f4b57 *)
From Plumbline.proposition Require Import standing_math.
exact (sinks_is _ _ softmax_makes_sink).

(* KEY cc4c285b1c89 *)
From Plumbline.proposition Require Import standing_math.
exact (sinks_is _ _ at_least_one_elu_makes_sink).

(* KEY 2e92fc41736b *)
From Plumbline.proposition Require Import standing_math.
exact (sinks_is _ _ at_least_one_sigmoid_makes_sink).

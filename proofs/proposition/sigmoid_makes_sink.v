(* KEY 878b3ff96a00 *)
From Plumbline.proposition Require Import standing_math.
exact (sinks_is _ _ sigmoid_makes_sink).

(* KEY da0faadf0e49 *)
From Plumbline.proposition Require Import layers_math.
exact softmax_same.

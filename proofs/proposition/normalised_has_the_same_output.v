(* KEY 234207f35d72 *)
From Plumbline.proposition Require Import normalised_layers_math.
exact normalised_same_output.

(* KEY 8ba97c241f65 *)
From Plumbline.proposition Require Import normalised_layers_math.
exact absolute_same_output.

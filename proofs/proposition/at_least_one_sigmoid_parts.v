(* KEY 9c630f94c700 *)
From Plumbline.proposition Require Import normalised_layers_math.
exact (at_least_one_function_parts _ 0 sigmoid_half).

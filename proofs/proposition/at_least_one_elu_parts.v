(* KEY 8a8df861b997 *)
From Plumbline.proposition Require Import normalised_layers_math.
exact (at_least_one_function_parts _ _ elu_half).

(* KEY 735a358a68a5 *)
From Plumbline.proposition Require Import layers_math normalised_layers_math.
intros e P. exact (absolute_function_parts _ 0 e (Rgt_not_eq _ _ (sigmoid_positive 0)) P).

(* KEY e1cd093147df *)
From Plumbline.proposition Require Import layers_math normalised_layers_math.
intros e P. exact (absolute_function_parts _ 0 e (Rgt_not_eq _ _ (elu_positive 0)) P).

(* KEY 52809994e31b *)
From Plumbline.proposition Require Import layers_math.
exact (function_parts _ 0%R (Rgt_not_eq _ _ (sigmoid_positive 0))).

(* KEY 1e60022023e0 *)
From Plumbline.proposition Require Import layers_math.
exact (function_parts _ 0%R (Rgt_not_eq _ _ (elu_positive 0))).

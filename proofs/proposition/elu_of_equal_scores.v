(* KEY 478e6a623588 *)
From Plumbline.proposition Require Import operators_math.
exact (function_weights Plumbline.model.elu.L_elu_plus_one).

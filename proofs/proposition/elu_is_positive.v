(* KEY a4b46170eefe *)
From Plumbline.proposition Require Import layers_math order_math.
exact (function_positive _ elu_positive).

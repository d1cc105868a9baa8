(* KEY f25cb0ae1229 *)
From Plumbline.proposition Require Import order_math.
exact (function_order _ sigmoid_rises).

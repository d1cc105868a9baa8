(* KEY 8a44ce90a686 *)
From Plumbline.proposition Require Import layers_math order_math.
exact (function_positive _ sigmoid_positive).

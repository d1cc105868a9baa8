(* KEY 6638f3d71f45 *)
From Plumbline.proposition Require Import order_math.
exact (function_order _ elu_rises).

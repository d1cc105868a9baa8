(* KEY 8ed3f2c791e9 *)
From Plumbline.proposition Require Import order_math.
exact (function_order (fun y => y) (fun y z H => H)).

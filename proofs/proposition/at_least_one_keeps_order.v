(* KEY 7e7af6416001 *)
From Plumbline.proposition Require Import order_math.
exact at_least_one_order.

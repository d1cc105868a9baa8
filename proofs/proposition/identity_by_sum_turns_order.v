(* KEY ae7daa4195e2 *)
From Plumbline.proposition Require Import order_math.
exact identity_by_sum_turns_order.

(* KEY 9550bb6d571e *)
From Plumbline.proposition Require Import order_math.
exact identity_by_absolute_sum_turns_order.

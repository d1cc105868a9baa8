(* KEY 632da37384fb *)
From Plumbline.proposition Require Import order_math.
exact scaled_order.

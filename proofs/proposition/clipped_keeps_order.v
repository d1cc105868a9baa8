(* KEY 2e334370987f *)
From Plumbline.proposition Require Import order_math.
exact clipped_order.

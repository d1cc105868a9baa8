(* KEY ae036508285f *)
From Plumbline.proposition Require Import order_math.
exact sink_order.

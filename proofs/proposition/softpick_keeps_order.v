(* KEY 9b075837697a *)
From Plumbline.proposition Require Import order_math.
exact softpick_order.

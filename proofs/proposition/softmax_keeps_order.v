(* KEY a08f74e92adc *)
From Plumbline.proposition Require Import order_math.
exact softmax_order.

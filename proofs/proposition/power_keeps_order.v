(* KEY 4f99ce3f0ce2 *)
From Plumbline.proposition Require Import order_math.
intros p a P. exact (power_order p).

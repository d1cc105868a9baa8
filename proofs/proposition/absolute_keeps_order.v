(* KEY 5a0f0dd63cef *)
From Plumbline.proposition Require Import order_math.
intros a e E K P. exact (absolute_positive_order a e K P E).

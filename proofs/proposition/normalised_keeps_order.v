(* KEY 959d11750640 *)
From Plumbline.proposition Require Import order_math.
intros a e E K P. exact (normalised_positive_order a e K P E).

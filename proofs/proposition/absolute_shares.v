(* KEY 77c8e491decc *)
From Plumbline.proposition Require Import order_math.
exact absolute_shares.

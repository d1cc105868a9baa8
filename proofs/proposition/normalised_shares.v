(* KEY 1dbcc841c82a *)
From Plumbline.proposition Require Import order_math.
intros a e E P. exact (normalised_shares a e P E).

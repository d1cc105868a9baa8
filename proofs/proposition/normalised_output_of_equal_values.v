(* KEY 0ff9a42665e6 *)
From Plumbline.proposition Require Import order_math.
intros a x v m d n k u P S V. exact (positive_output a x v m d n k u P S V).

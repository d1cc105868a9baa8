(* KEY 3a680b62b5d1 *)
From Plumbline.proposition Require Import order_math.
intros a x m n i e I L P. exact (absolute_is_sum a e x m n i P I L).

(* KEY ef9cbb280180 *)
From Plumbline.proposition Require Import operators_math.
exact count_all.

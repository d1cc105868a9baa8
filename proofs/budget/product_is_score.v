(* KEY c98c187a00d0 *)
From Plumbline Require Import budget.chunks_math.
intros u t q k d scale D UT. exact (product_is_score u t scale q k d UT D).

(* KEY aeed8552b4df *)
From Plumbline.proposition Require Import order_math falling_math.
intros a x m n t c s S O Q F H. assert (T := proj1 (proj1 F)). apply (one_of_k a x m n t 0 t O Q F); [lia|lia|].
intros j J. apply (falling_lowest x t c s 0 j (falling_is x t c s H) S); lia.

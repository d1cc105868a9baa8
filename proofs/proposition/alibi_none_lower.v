(* KEY c48f78fcdcb8 *)
From Plumbline.proposition Require Import falling_math.
intros x t c s S H j J K. apply (falling_lowest x t c s 0 j (falling_is x t c s H) S); lia.

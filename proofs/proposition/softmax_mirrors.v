(* KEY b9dfe846ea7d *)
From Plumbline.proposition Require Import mirror_math.
exact softmax_mirrors.

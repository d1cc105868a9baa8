(* KEY 32213ff43d11 *)
From Plumbline.proposition Require Import bounds_math.
exact at_least_one_never_larger.

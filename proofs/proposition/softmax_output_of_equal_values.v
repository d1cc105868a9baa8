(* KEY 89e3704d9815 *)
From Plumbline.proposition Require Import operators_math.
exact softmax_output.

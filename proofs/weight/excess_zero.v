(* KEY de93e63173d7 *)
From Plumbline.weight Require Import softpick_math.
exact excess_of_zero.

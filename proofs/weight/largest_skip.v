(* KEY b8822d2cf906 *)
From Plumbline.weight Require Import softpick_math.
exact largest_stays.

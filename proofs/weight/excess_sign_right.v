(* KEY ef85e066c5bf *)
From Plumbline.weight Require Import softpick_math.
exact excess_sign_right.

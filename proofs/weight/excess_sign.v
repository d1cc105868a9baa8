(* KEY 6eda830aa99e *)
From Plumbline.weight Require Import softpick_math.
exact excess_sign.

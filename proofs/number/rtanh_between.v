(* KEY e05c33d160e7 *)
From Plumbline.number Require Import tanh_math.
intros r r1. subst r1. apply tanh_between.

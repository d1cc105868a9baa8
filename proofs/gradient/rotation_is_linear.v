(* KEY e40bbb3aa027 *)
From Plumbline.gradient Require Import rotation_gradient_math.
intros. apply rotated_along.

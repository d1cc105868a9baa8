(* KEY e0dc60e51749 *)
From Plumbline Require Import gradient.rotation_gradient_math.
intros. unfold L_el. rewrite gradient_beyond by assumption. reflexivity.

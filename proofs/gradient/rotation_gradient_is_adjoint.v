(* KEY a3df34bf53da *)
From Plumbline.gradient Require Import rotation_gradient_math.
intros. apply rotation_gradient_adjoint; assumption.

(* KEY 8b88a5eaaa30 *)
From Plumbline.proposition Require Import layers_math.
intros e P. exact (normalised_parts _ 0 e (elu_positive 0) P).

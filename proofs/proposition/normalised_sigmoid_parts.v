(* KEY 6a2bc7ebd836 *)
From Plumbline.proposition Require Import layers_math.
intros e P. exact (normalised_parts _ 0%R e (sigmoid_positive 0) P).

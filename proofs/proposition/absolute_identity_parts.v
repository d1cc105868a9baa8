(* KEY 08af48dedb74 *)
From Plumbline.proposition Require Import normalised_layers_math.
intros e P. exact (absolute_function_parts (fun y => y) 1 e R1_neq_R0 P).

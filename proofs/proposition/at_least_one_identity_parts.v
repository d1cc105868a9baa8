(* KEY 41966e5fbe49 *)
From Plumbline.proposition Require Import normalised_layers_math.
exact (at_least_one_function_parts (fun y => y) (1 / 2) eq_refl).

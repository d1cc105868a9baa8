(* KEY 8d5a10eaa43a *)
From Plumbline.proposition Require Import layers_math.
exact (normalised_same _ sigmoid_positive).

(* KEY 6eadba83c183 *)
From Plumbline.proposition Require Import layers_math.
exact (normalised_same _ elu_positive).

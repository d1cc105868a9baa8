(* KEY c690bea055aa *)
From Plumbline.proposition Require Import layers_math.
exact scaled_same.

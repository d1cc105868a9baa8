(* KEY 3dcd8414c19b *)
From Plumbline.proposition Require Import operators_math.
exact softmax_strict.

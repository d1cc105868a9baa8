(* KEY 5d0acff1e27e *)
From Plumbline.proposition Require Import operators_math.
intro m. reflexivity.

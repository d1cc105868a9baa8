(* KEY e408b13955b5 *)
From Plumbline.proposition Require Import mirror_math.
exact (function_mirrors _).

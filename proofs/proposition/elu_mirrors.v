(* KEY 73f37de0a689 *)
From Plumbline.proposition Require Import mirror_math.
exact (function_mirrors _).

(* KEY 321c956b6591 *)
From Plumbline.proposition Require Import operators_math.
exact (function_weights (fun x => x)).

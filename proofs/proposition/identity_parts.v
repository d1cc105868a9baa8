(* KEY 2c32b91a832f *)
From Plumbline.proposition Require Import layers_math.
exact (function_parts (fun x => x) 1%R R1_neq_R0).

(* KEY 4a2e58be971e *)
From Plumbline.proposition Require Import mirror_math.
exact (function_mirrors (fun y => y)).

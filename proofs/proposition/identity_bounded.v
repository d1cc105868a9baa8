(* KEY a4beb8da490d *)
From Plumbline.proposition Require Import bounds_math.
intros x m n t low high F H. apply (is_bounded _ m).
exact (function_between (fun y => y) x m n t low high (fun y z L => L) F (between_is x low high t H)).

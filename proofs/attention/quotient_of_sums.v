(* KEY d9bbf6e58e52 *)
From Plumbline.attention Require Import narrow_math.
intros x v m c n d column. symmetry. exact (narrow_math.quotient_of_sums x v m c n d column).

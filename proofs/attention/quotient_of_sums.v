(* KEY 6eb64eaaf836 *)
From Plumbline.attention Require Import narrow_math.
intros x v m c n d column. exact (narrow_math.quotient_of_sums x v m c n d column).

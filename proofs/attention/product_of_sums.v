(* KEY 19988ae4bc38 *)
From Plumbline.attention Require Import narrow_math.
intros x v m c n d column. exact (narrow_math.product_of_sums x v m c n d column).

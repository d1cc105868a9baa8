(* KEY ef67477158b1 *)
From Plumbline.attention Require Import narrow_math.
intros x v m c s n d column. unfold L_rmul, L_rdiv, L_rexp, L_el.
replace (s + - (1) * c)%R with (s - c)%R by ring.
exact (narrow_math.product_with_sink x v m c s n d column).

(* KEY 6d2d3981149b *)
From Plumbline.attention Require Import narrow_math.
intros x v m c s n d column. unfold L_rdiv, L_rexp.
replace (s + - (1) * c)%R with (s - c)%R by ring.
symmetry. exact (narrow_math.quotient_with_sink x v m c s n d column).

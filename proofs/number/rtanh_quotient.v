(* KEY e3a5a4fff242 *)
From Plumbline.number Require Import tanh_math.
intros r r1. subst r1. rewrite tanh_quotient. unfold L_rdiv, L_rexp, L_rmul.
replace (r * -2)%R with (r * - (2))%R by ring. unfold Rdiv. ring.

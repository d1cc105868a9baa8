(* KEY a2cfd5138c61 *)
From Plumbline Require Import weight.power_softmax_math.
intros x m p c n i P I L M. unfold L_rmul, L_rexp, L_rdiv, L_el.
replace (x i + - (1) * c)%R with (x i - c)%R by ring. replace (- (1))%R with (-1)%R by ring.
exact (power_softmax_any_shift x m p c n i P I L M).

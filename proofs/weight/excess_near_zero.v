(* KEY 6a122741c7c2 *)
From Plumbline.weight Require Import softpick_math.
intros x c t. unfold t, L_rmul, L_rdiv, L_rexp. rewrite excess_by_tanh.
replace (- (1) * c)%R with (- c)%R by ring. do 2 f_equal; ring.

(* KEY 62569cf1da73 *)
From Plumbline.number Require Import total_math total_tight_math.
intros w t s e part width s1 e1 n lane T1 N T0 L N1 W P S. rewrite (Z.add_comm 1).
apply (proj2 (total_tight_math.strides_go_on w t n lane s e part width (conj N N1) ltac:(lia) ltac:(lra) S P)).
exact (widens_stated _ _ _ _ _ _ W).

(* KEY 56e348ab58a7 *)
From Plumbline.weight Require Import softpick_math.
intros x m c e n i L G M. unfold L_rdiv, L_rmul, L_rexp. rewrite Rmax_comm.
replace (L_largest x m n + - (1) * c)%R with (L_largest x m n - c)%R by ring. exact (softpick_any_shift x m c e n i M).

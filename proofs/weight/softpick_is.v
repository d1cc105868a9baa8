(* KEY a13ebf6ad88f *)
From Plumbline.number Require Import sequence_math.
intros x m n i e largest divisor N M. unfold divisor, largest, L_el, L_softpick.
rewrite (among_true _ _ M), (Rplus_comm e). reflexivity.

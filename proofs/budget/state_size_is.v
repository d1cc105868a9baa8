(* KEY f96ff0c816e1 *)
From Plumbline Require Import compare.sums_math model.linear.
intros k v m n f. apply sum_same. intros j _. unfold L_place. replace (j * 1 + 0)%Z with j by ring. reflexivity.

(* KEY eb78893d412a *)
From Plumbline.number Require Import exp_rounded exp_reduction.
intros x ((_ & high) & low).
assert (B : (Rabs x <= 708)%R) by (apply Rabs_le; lra).
destruct (exp_k_int x B) as (n & K & _). exists n. exact K.

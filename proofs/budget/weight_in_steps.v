(* KEY 0ca6b146fe93 *)
From Plumbline Require Import budget.step_by_step_math.
intros u t y n r k x K0 K1 R UT W. exact (weight_is_online u t y n r k x UT (conj K0 K1) R W).

(* KEY 90cf887a74af *)
From Plumbline.number Require Import exp_balls.
intros x k K _. symmetry. exact (exp_value_power x k K).

(* KEY dd9cc4610aa5 *)
From Plumbline Require Import budget.step_by_step_math.
intros u t x stored y A B.
rounding P_rounded_in u t IN.
exists stored. split; apply IN; assumption.

(* KEY 19f750e68f5d *)
From Plumbline Require Import budget.step_by_step_math.
intros u t x y S.
rounding P_rounded_in u t IN.
storing P_quotient_stored IN u t STORED.
apply STORED, S.

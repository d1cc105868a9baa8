(* KEY 960104823d1c *)
From Plumbline Require Import budget.step_by_step_math.
intros u t y m p n c H j. intros. apply H; assumption.

(* KEY 3e33f17017f9 *)
From Plumbline Require Import budget.step_by_step_math.
intros u t x argument power y A E Y.
rounding P_rounded_in u t IN.
rounding_four_times P_rounded_four_times P_rounded_twice IN u t FOUR.
unfold P_exponential_computed, L_el in E. destruct E as (E0 & E).
replace (- (1) * argument) with (- argument) in E by ring.
assert (NEAR := exponential_by_bound (u 10%Z) (t 4%Z) (- argument) power E).
exists argument, power, (1 / (1 + power)). split; [apply FOUR, A|]. split; [exact E0|].
split; [|apply FOUR, Y].
left. split; [exact NEAR|reflexivity].

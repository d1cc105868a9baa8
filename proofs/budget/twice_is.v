(* KEY 0272bd03cb65 *)
From Plumbline Require Import budget.added_sums_math budget.added_values_math.
intros m j k e L M. unfold P_among. assert (E : k = first j \/ k = second j) by (unfold first, second, e in *; lia).
destruct E as [-> | ->]; [rewrite twice_first|rewrite twice_second]; reflexivity.

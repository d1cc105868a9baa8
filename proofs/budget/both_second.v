(* KEY acb8d259f21b *)
From Plumbline Require Import budget.added_sums_math.
intros x y j k e L M. assert (E : k = second j) by (unfold second, e in *; lia). rewrite E. exact (both_second x y j).

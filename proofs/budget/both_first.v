(* KEY 945629fef329 *)
From Plumbline Require Import budget.added_sums_math.
intros x y j k e L M. assert (E : k = first j) by (unfold first, e in *; lia). rewrite E. exact (both_first x y j).

(* KEY 75013ab8d623 *)
From Plumbline Require Import budget.normalised_blocks_math.
intros u t score v n r x R N UT B. exact (normalised_in_blocks_is_online u t score v n r x UT N R B).

(* KEY 595cd7148cc9 *)
From Plumbline Require Import aggregate.merge_math.
intros a b. apply merge_math.merged_commutes.

(* KEY 7a9fec2bd61f *)
From Plumbline Require Import aggregate.merge_math.
intros a b. apply merge_math.merged_commutes.

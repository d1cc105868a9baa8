(* KEY eb15dc828693 *)
From Plumbline Require Import aggregate.merge_math.
exact merge_math.merged_associates.

(* KEY 2ac00fc667ac *)
From Plumbline Require Import aggregate.merge_math.
exact merge_math.merged_associates.

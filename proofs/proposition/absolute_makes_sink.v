(* KEY 8e230c823277 *)
From Plumbline.proposition Require Import standing_math.
intros a e level P H. exact (sinks_is _ _ (absolute_makes_sink a e level P (sinks_makes _ _ H))).

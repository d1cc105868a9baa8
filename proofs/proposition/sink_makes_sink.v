(* KEY 9d56775f0679 *)
From Plumbline.proposition Require Import standing_math.
intro s. exact (sinks_is _ _ (sink_makes_sink s)).

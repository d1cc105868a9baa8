(* KEY 6f2ee3b08976 *)
From Plumbline.proposition Require Import standing_math.
intro s. exact (sinks_is _ _ (identity_makes_sink s)).

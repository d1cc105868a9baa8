(* KEY e448bc6e658d *)
From Plumbline.proposition Require Import standing_math.
intro s. exact (sinks_is _ _ (elu_makes_sink s)).

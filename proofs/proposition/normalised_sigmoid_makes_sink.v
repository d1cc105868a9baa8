(* KEY 8baaea8efe84 *)
From Plumbline.proposition Require Import standing_math.
intros p P. exact (sinks_is _ _ (normalised_sigmoid_makes_sink p P)).

(* KEY 4e650cb3ab0a *)
From Plumbline.proposition Require Import standing_math.
intros p P. exact (sinks_is _ _ (scaled_makes_sink p P)).

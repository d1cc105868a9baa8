(* KEY 73bf98a1c48c *)
From Plumbline.proposition Require Import standing_math.
intros p P. exact (sinks_is _ _ (power_makes_sink p P)).

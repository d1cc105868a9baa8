(* KEY 46081ebd25fd *)
From Plumbline.proposition Require Import standing_math.
intros p P. exact (sinks_is _ _ (softpick_makes_sink p P)).

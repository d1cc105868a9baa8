(* KEY 9b8910d18bac *)
From Plumbline.proposition Require Import standing_math.
intros p P. exact (sinks_is _ _ (normalised_elu_makes_sink p P)).

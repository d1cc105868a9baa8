(* KEY 107a8c6de59b *)
From Plumbline.budget Require Import visible_math.
intros m n i x I L. destruct (key_of_number m n i (conj I L)) as ((A & B) & M & C). exists (place m n i).
split; [split; [split; [split; [exact C|reflexivity]|exact A]|exact B]|exact M].

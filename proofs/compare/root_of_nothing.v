(* KEY 0a92d6c5dfad *)
From Plumbline Require Import compare.root_math.
intro r. apply root_of_nothing.

(* KEY 10bfe095f62c *)
From Plumbline.weight Require Import normalised_math.
exact normalised_to_one.

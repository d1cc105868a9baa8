(* KEY 669bbb3ef984 *)
From Plumbline Require Import proposition.angle_math.
intros s s1 i. apply product_at_most_lengths.

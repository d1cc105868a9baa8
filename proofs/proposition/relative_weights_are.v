(* KEY 1033514cc72b *)
From Plumbline Require Import proposition.first_math proposition.distance_math.
intros s s1 s2 i i1 i2 r h1 h2 h3 h4. unfold L_el. rewrite (weight_of_distance s s1 s2 i i1 r i2 h3 h4) by lia.
apply (weight_of_first s1 s2 i i1); [exact h3|lia].

(* KEY 8cb3a51201e4 *)
From Plumbline Require Import proposition.first_math proposition.distance_math.
intros s s1 s2 i i1 i2 r h1 h2 h3 h4. unfold L_el in *. rewrite (exponentials_of_first s1 s2 i i1 h3). symmetry.
apply (weight_of_distance s s1 s2 i i1 r i2 h3 h4). lia.

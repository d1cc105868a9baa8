(* KEY 52ec9836af99 *)
From Plumbline Require Import proposition.first_math proposition.distance_math.
intros s s1 s2 i i1 i2 r h1 h2 h3 h4 h5. replace (i1 + -1 * i2)%Z with (i1 - i2)%Z by ring.
apply (settled_weight s s1 s2 i i1 r i2 h3 h5); [lia|exact h4].

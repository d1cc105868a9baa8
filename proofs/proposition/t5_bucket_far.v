(* KEY a657b7628a19 *)
From Plumbline Require Import proposition.distance_math.
intros i i1 i2 i3 h1 h2 h3 h4. rewrite last_bucket by assumption. ring.

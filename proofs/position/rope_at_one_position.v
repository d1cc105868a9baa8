(* KEY 3703cdb0e2d2 *)
From Plumbline Require Import position.rotation_math position.rope_math.
intros s s1 s2 i i1 i2 i3 h1 h2 h3 h4. rewrite (dots_by_pairs s s1 i1 i2) by assumption.
change L_at_position with positioned. rewrite dots_at_one_position by assumption. ring.

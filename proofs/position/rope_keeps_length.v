(* KEY 5251a3fe1621 *)
From Plumbline Require Import position.rotation_math position.rope_math.
intros s s1 i i1 i2 i3 a h1 h2 h3 h4. unfold a. rewrite (dots_by_pairs s s i1 i2) by assumption.
change (L_at_position s s1 i 1 i1 i2) with (positioned s s1 i 1 i1 i2). rewrite dots_at_one_position by assumption.
ring.

(* KEY 45d4af3d6c3f *)
intros s s1 s2 i i1 i2 i3 r h1 h2 h3 h4.
exact (Q_alike_weigh_the_same _ _ _ _ _ h1 h2 (Q_repeated_keys_score_alike s s1 i1 i2 r h4) h3).

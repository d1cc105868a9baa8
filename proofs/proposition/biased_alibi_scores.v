(* KEY 020c789ca800 *)
intros s s1 i i1 i2 r h1 h2 j J0 J. unfold P_alike, L_el, L_biased in *. rewrite (h1 j J0 J), (h2 j J0 J). reflexivity.

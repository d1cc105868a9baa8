(* KEY 590dc30a24c0 *)
intros s s1 s2 i h1 h2 j J0 J. unfold P_alike, L_el, L_biased in *. rewrite (h1 j J0 J), <- (h2 j J0 J). reflexivity.

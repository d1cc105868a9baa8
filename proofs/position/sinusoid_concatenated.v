(* KEY 42be07ad8703 *)
intros s i i1 i2 a r h1 h2. unfold a, r, L_el, L_sinusoid. cbn. rewrite (Rmult_comm (real_of_int i)).
rewrite (proj2 (Z.ltb_lt i2 i1)), (proj2 (Z.ltb_ge (i1 + i2) i1)) by lia. replace (i1 + i2 - i1)%Z with i2 by ring.
split; reflexivity.

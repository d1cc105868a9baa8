(* KEY 175de4bfe1c2 *)
intros s i i1 i2 h1 h2. unfold L_el, L_sinusoid, L_rmul. cbn. rewrite (proj2 (Z.ltb_ge i2 i1)) by lia.
replace (i2 - i1)%Z with (i2 + - (1) * i1)%Z by ring. reflexivity.

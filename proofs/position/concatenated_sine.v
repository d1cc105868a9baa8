(* KEY 2d15d603b354 *)
intros s i i1 i2 h1 h2. unfold L_el, L_sinusoid, L_rmul. cbn. rewrite (proj2 (Z.ltb_lt i2 i1)) by lia. reflexivity.

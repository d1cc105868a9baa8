(* KEY ea9cad725c53 *)
intro p. unfold L_rmul, L_pow2. simpl. ring.

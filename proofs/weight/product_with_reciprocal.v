(* KEY 259ae4ed9307 *)
intros e s. unfold L_rmul, L_rdiv, Rdiv. ring.

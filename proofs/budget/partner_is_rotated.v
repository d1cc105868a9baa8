(* KEY e7f26ffb1d18 *)
intros. unfold L_rmul. ring.

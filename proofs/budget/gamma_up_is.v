(* KEY 94e74730c6ef *)
intros k u _. unfold L_gamma_up, L_rdiv, L_rmul, L_gamma_of. f_equal. ring.

(* KEY 80d9019852cb *)
intro y. unfold L_rdiv, Rdiv. apply Rmult_0_l.

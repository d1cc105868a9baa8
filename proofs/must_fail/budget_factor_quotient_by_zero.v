(* KEY fd149a9f147f *)
(* 1 times 0, divided by 0 *)
intro H. assert (D := H 1 0). unfold L_rdiv, L_rmul, Rdiv in D. rewrite Rmult_0_r, Rmult_0_l in D. lra.

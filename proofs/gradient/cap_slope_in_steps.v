(* KEY 12e20a6a7a2f *)
intros r r1 r2 P. unfold r2, L_cap_slope, L_rmul, L_rdiv. ring.

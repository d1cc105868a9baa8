(* KEY 9e7a560718e0 *)
intros x inner d j. apply Rmax_comm.

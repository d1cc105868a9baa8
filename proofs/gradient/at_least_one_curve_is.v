(* KEY bd8d448dbb0e *)
intros p s i r. apply Rmax_comm.

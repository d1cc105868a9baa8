(* KEY d969a3b3629d *)
intros p s i r r1. apply Rplus_comm.

(* KEY 61ee9b0a0ec4 *)
intros x c i. unfold L_el, L_shifted. apply Rplus_comm.

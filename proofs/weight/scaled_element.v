(* KEY 715631d35d74 *)
intros w alpha j. unfold L_el, L_scaled_weights, L_rmul. apply Rmult_comm.

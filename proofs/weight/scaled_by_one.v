(* KEY d827ee52568b *)
intros w j. unfold L_el, L_scaled_weights. apply Rmult_1_l.

(* KEY 01a958f78c67 *)
intros x shift i. unfold L_rexp, L_el, L_shifted_exponentials. f_equal. ring.

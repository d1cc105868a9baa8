(* KEY efe77206ab69 *)
intros a c. unfold L_rexp, L_part_weight. f_equal. ring.

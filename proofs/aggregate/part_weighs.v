(* KEY bfa980bc9ada *)
intros a c. unfold L_rexp, L_part_weight. f_equal. ring.

(* KEY 5b08ef4c5349 *)
intros w n i. unfold L_rdiv, L_el, L_at_least_one_normalised. rewrite Rmax_comm. reflexivity.

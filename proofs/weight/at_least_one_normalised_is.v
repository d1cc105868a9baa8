(* KEY c1c12c331900 *)
intros w n i. unfold L_el, L_at_least_one_normalised. rewrite Rmax_comm. reflexivity.

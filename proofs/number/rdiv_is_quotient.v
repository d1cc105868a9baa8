(* KEY 0410586af8be *)
intros. unfold L_rdiv. field. assumption.

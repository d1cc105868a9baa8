(* KEY 9ae0dea8fd7a *)
intros. unfold L_place. nia.

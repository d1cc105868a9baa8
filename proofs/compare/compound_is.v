(* KEY 2f66d868594f *)
intros. unfold L_compound. reflexivity.

(* KEY 93fa13e8e763 *)
intros. reflexivity.

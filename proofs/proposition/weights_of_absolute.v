(* KEY 668c7a3ed591 *)
reflexivity.

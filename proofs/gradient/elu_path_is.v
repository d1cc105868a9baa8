(* KEY 276af9225a8e *)
reflexivity.

(* KEY 433cb334fbc3 *)
reflexivity.

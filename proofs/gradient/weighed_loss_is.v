(* KEY 4a458fa2d5ec *)
reflexivity.

(* KEY be55438b4324 *)
reflexivity.

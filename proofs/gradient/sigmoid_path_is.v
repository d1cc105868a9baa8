(* KEY 445cba1ec39e *)
reflexivity.

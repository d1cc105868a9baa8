(* KEY 9f34f5cb2d3f *)
left. reflexivity.

(* KEY 5b646548ee5f 9c1dc6651325 *)
intros. unfold L_place. ring.

(* KEY d034c586a00b *)
intro j. unfold L_place. ring.

(* KEY 1eeec221bb3f *)
intros m i I. lia.

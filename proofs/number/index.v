(* KEY c64a9c4e574d 92879e22d45e addac3888af4 bec5dcad8041 a59f8e05351e 872e07204f8f *)
intros; repeat match goal with x := _ |- _ => subst x end; try unfold L_place in *; repeat split; nia.

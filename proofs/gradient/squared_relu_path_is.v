(* KEY 4639e1830ff6 *)
intros p r i r1. unfold r1. rewrite (Rmax_comm 0). reflexivity.

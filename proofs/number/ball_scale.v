(* KEY a2c0df8242fe *)
intros. auto.

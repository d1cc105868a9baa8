(* KEY be525d22afc3 *)
intros. auto.

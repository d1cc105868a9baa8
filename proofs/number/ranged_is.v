(* KEY 6b302a0365bf *)
intro x. reflexivity.

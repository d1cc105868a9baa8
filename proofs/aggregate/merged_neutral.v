(* KEY ea296f01f21d *)
intros [[l o]|]; reflexivity.

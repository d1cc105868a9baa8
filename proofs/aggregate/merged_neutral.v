(* KEY e0d6a9eb2ee0 *)
intros [[l o]|]; reflexivity.

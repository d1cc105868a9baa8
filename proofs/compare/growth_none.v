(* KEY 074a312a91f2 *)
intros. reflexivity.

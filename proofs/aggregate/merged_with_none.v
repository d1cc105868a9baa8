(* KEY 344127f80645 *)
intros a b E. unfold P_sees_none in E. rewrite E. destruct a as [[l o]|]; reflexivity.

(* KEY bc1603d8f963 *)
intros a b E. unfold P_sees_none in E. rewrite E. destruct a as [[l o]|]; reflexivity.

(* KEY 44e75a2b5923 *)
intros [[l o]|] [[k p]|]; unfold P_sees_none; simpl; congruence.

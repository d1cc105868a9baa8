(* KEY c7448809469b *)
intros [[l o]|] [[k p]|]; unfold P_sees_none; simpl; congruence.

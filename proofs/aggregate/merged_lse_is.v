(* KEY 315ba1e34f68 *)
intros [[l o]|] [[k p]|] B A; unfold P_sees_none in A, B; try congruence. reflexivity.

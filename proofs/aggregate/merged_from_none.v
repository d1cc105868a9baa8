(* KEY 98d2280923a8 *)
intros a b E. unfold P_sees_none in E. rewrite E. destruct b; reflexivity.

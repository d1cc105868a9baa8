(* KEY d87e949f53fa *)
intros a b E. unfold P_sees_none in E. rewrite E. destruct b; reflexivity.

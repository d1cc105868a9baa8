(* KEY 6ded98f46df1 *)
intros a b x A B C D. subst x. nia.

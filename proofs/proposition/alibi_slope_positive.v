(* KEY d810eb74b5f9 *)
intros i i1. apply Exp_prop.exp_pos.

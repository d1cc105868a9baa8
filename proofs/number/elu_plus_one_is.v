(* KEY 2afb1ae13790 *)
intros r r1. subst r1. unfold L_elu_plus_one. destruct (Rlt_dec 0 r); split; intro H; try lra; reflexivity.

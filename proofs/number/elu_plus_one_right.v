(* KEY faaf21e802b3 *)
intros r H. unfold L_elu_plus_one. destruct (Rlt_dec 0 r); [ring|].
replace r with 0%R by lra. rewrite exp_0. ring.

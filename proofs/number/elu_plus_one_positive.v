(* KEY 2cc1f6590b7d *)
intros r. unfold L_elu_plus_one. destruct (Rlt_dec 0 r); [lra|apply Exp_prop.exp_pos].

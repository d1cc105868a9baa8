(* KEY d75f0bcd5b69 *)
intros r H. unfold L_elu_plus_one, L_rexp. destruct (Rlt_dec 0 r); [lra|reflexivity].

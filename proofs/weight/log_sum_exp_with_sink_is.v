(* KEY 1c199e66decd *)
intros x m n s. unfold L_log_sum_exp_with_sink. rewrite Rplus_comm. reflexivity.

(* KEY 25eec9f493fc *)
intro r. unfold L_rsigmoid. rewrite exp_Ropp. unfold Rdiv. rewrite !Rmult_1_l. reflexivity.

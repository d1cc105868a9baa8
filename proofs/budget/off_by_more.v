(* KEY da56d23bcb2b *)
intros own e f x y E F N. unfold P_off_by, P_near, L_own_off, L_rmul in *. eapply Rle_trans; [exact N|].
assert (X := Rabs_pos x). apply Rplus_le_compat; [exact F|apply Rmult_le_compat_r; assumption].

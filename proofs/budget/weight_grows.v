(* KEY 4da706af69f0 *)
intros w f g L W. apply Rmult_le_compat_l; assumption.

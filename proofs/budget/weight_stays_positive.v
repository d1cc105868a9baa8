(* KEY eb9b1f94c669 *)
intros w f F W. apply Rmult_le_pos; assumption.

(* KEY adbd298ea510 *)
intros x m n s e. unfold L_sink_weight, e. rewrite Rplus_comm. reflexivity.

(* KEY e8b33d487a6e *)
intros a n q N A B. unfold q. split; [apply Z.quot_pos; lia|].
apply Z.quot_le_upper_bound; lia.

(* KEY 17afb6e14e79 *)
intros v m n size x z. unfold P_all_pull_below, L_pulls, L_el, z, L_rmul.
split; intros H j K L M; specialize (H j K L M); lra.

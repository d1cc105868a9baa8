(* KEY 7a5d6b67d36b *)
intros n p r s A B N. unfold P_norm_within, sum_tight_math.norm_within in *. rewrite Rabs_pos_eq in * by lra. lra.

(* KEY 8c97e33b860e *)
intros p v m n t T. exists (L_visible_total (L_times p v) m n), t. split; [field; exact T|].
split; rewrite Rminus_eq_0, Rabs_R0; lra.

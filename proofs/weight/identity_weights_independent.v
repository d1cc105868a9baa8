(* KEY f1f08ca3a5e3 *)
intros x y m i E. unfold L_el, L_identity_weights in *. rewrite E. reflexivity.

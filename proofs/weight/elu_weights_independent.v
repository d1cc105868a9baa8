(* KEY 8addd1e77ce5 *)
intros x y m i E. unfold L_el, L_elu_weights in *. rewrite E. reflexivity.

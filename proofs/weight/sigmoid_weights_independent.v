(* KEY aecb5c0d5acd *)
intros x y m i E. unfold L_el, L_sigmoid_weights in *. rewrite E. reflexivity.

(* KEY 5618555654b7 *)
intros x y m s i E. unfold L_el, L_relu_weights in *. rewrite E. reflexivity.

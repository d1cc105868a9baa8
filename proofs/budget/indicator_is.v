(* KEY 5664adbd1282 *)
intros i j x. unfold x, L_el, L_indicator. destruct (Z.eqb_spec i j); split; intro H; congruence || reflexivity.

(* KEY 4ed6279665af *)
intros x b i N. unfold L_el, L_first_biased. apply Z.eqb_neq in N. rewrite N. reflexivity.

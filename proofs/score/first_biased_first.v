(* KEY 1155af005f55 *)
intros x b. unfold L_el, L_first_biased. simpl. ring.

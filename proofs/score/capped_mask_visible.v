(* KEY 4ebbab71170e *)
intros x m cap i M. unfold L_el, L_capped_mask, P_among in *. rewrite M. reflexivity.

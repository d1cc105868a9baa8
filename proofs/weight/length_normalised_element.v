(* KEY a6e4350e4f64 *)
intros w n i. unfold L_rdiv, L_el, L_length_normalised. reflexivity.

(* KEY 50cbdce875f6 *)
intros w n i e. unfold L_rdiv, L_el, L_sum_normalised. rewrite (Rplus_comm e). reflexivity.

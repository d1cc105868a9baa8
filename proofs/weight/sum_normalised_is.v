(* KEY f00eb1f899cd *)
intros w n i e d N. unfold d, L_el, L_sum_normalised. rewrite (Rplus_comm e). reflexivity.

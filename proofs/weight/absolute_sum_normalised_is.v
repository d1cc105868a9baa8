(* KEY 7833e8c2f904 *)
intros w n i e d N. unfold L_el, L_absolute_sum_normalised, L_sum_normalised, d, L_absolute_total.
rewrite (Rplus_comm e). reflexivity.

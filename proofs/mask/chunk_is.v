(* KEY 88de31ef873f *)
intros p width j W J P. unfold P_among, L_chunk. rewrite Z.eqb_eq, !Z.quot_div_nonneg by lia. tauto.

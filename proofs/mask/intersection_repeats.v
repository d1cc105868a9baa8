(* KEY 8109d7e6f547 *)
intros m n j both. unfold P_among, both, L_intersection. rewrite !Bool.andb_true_iff. tauto.

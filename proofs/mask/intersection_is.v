(* KEY 3b89785bca5c *)
intros m n j. unfold P_among, L_intersection. rewrite Bool.andb_true_iff. tauto.

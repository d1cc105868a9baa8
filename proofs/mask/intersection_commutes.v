(* KEY c5882da10b9a *)
intros m n j. unfold P_among, L_intersection. rewrite !Bool.andb_true_iff. tauto.

(* KEY c7f662b755b3 *)
intros m n o j. unfold P_among, L_intersection. rewrite !Bool.andb_true_iff. tauto.

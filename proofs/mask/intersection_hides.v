(* KEY 8ebcb2f0ec1e *)
intros m n j. unfold P_among, L_intersection. rewrite Bool.andb_true_iff. tauto.

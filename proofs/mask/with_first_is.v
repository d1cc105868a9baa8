(* KEY 25e4ddba53ec *)
intros m f j. unfold P_among, L_with_first.
rewrite Bool.orb_true_iff, Bool.andb_true_iff, Z.leb_le, Z.ltb_lt. tauto.

(* KEY f0c2592c94c5 *)
intros m n j. unfold P_among, L_united. rewrite Bool.orb_true_iff. tauto.

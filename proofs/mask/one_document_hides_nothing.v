(* KEY aa5116507dc5 *)
intros memory segment own n m d _ shares one j low high. specialize (one j low high).
apply (shares j low high) in one. unfold P_among, L_intersection in *. rewrite Bool.andb_true_iff. tauto.

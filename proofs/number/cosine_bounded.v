(* KEY 14ab72f5d0ad *)
intro x. unfold P_near, L_rcosine. replace (cos x + - (1) * 0)%R with (cos x) by ring. apply Rabs_le, COS_bound.

(* KEY e4a009fb1590 *)
intros p width j W J P H. unfold P_among, L_chunk in H. apply Z.eqb_eq in H.
assert (A := Z.div_pos j width J W). assert (B := Z.div_lt_upper_bound p width 0 W). lia.

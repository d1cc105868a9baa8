(* KEY ab2c0b0290e4 *)
intro x. unfold P_near, L_rsine. replace (sin x + - (1) * 0)%R with (sin x) by ring. apply Rabs_le, SIN_bound.

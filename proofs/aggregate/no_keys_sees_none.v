(* KEY 1e3f079410f9 *)
intro a. unfold P_sees_none, L_no_keys. split; congruence.

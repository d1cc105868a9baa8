(* KEY 2d641c16308c *)
intro a. unfold P_sees_none, L_no_keys. split; congruence.

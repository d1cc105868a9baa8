(* KEY 6e29ed1b6a62 *)
intro r. unfold L_rdiv, L_rexp, L_rsigmoid. replace (- (1) * r)%R with (- r)%R by ring. reflexivity.

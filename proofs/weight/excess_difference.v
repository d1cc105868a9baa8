(* KEY 8d557bb9ea4a *)
intros x c least. unfold least, L_rexp, L_excess.
replace (- (1) * c)%R with (- c)%R by ring. replace (x + - c)%R with (x - c)%R by ring. ring.

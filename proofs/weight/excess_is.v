(* KEY 0dabb08650a2 *)
intros x c. unfold L_excess. replace (x + - (1) * c)%R with (x - c)%R by ring. rewrite exp_Ropp.
unfold Rdiv. ring.

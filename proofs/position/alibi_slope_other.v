(* KEY 412f392e8a42 *)
intros heads h n N L. unfold L_alibi_slope, L_halved, L_alibi_steps, real_of_int. fold n.
apply Z.ltb_ge in L. rewrite L. f_equal. unfold Rdiv.
repeat first [rewrite plus_IZR | rewrite mult_IZR | rewrite minus_IZR | rewrite opp_IZR]. ring.

(* KEY 7a624120883d *)
intros heads h n N L. unfold L_alibi_slope, L_halved, L_alibi_steps, real_of_int. fold n.
apply Z.ltb_lt in L. rewrite L. f_equal. rewrite mult_IZR, (Z.add_comm h). unfold Rdiv. ring.

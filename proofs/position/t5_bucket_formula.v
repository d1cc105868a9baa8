(* KEY d686dbc8b100 *)
intros e l m n r L E N M. unfold L_t5_bucket_of, r, real_of_int. apply Z.ltb_ge in N. rewrite N.
rewrite (Rmult_comm (IZR l)). f_equal. lia.

(* KEY 1c2b5d8d3364 *)
intros e l m n N E. unfold L_t5_bucket_of. apply Z.ltb_lt in E. rewrite E. reflexivity.

(* KEY 8366bfc693fc *)
intros b e l m r R. unfold L_t5_bucket_at. apply Z.leb_le in R. rewrite R. f_equal.

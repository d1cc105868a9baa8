(* KEY f34e14a8ea6d *)
intros e l m r R. unfold L_t5_bucket_at. apply Z.leb_gt in R. rewrite R. reflexivity.

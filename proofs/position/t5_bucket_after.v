(* KEY a186b4130e37 *)
intros b e l m r B R. unfold L_t5_bucket_at. apply Z.leb_gt in R. rewrite R. apply Z.eqb_neq in B. rewrite B. lia.

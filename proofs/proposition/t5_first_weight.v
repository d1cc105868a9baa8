(* KEY b2e8bbd7b6a2 *)
intros s s1 s2 s3 i i1 i2 i3 i4 r h1 h2 h3 h4 h5 h6 h7.
apply (Q_settled_first_weight s s1 s3 i i1 i4 r); [lia|lia|exact h5| |exact h6].
intros d D T. rewrite <- (h7 d), <- (h7 i4) by lia. f_equal.
assert (A := Q_t5_bucket_far i2 i3 i4 d). assert (B := Q_t5_bucket_far i2 i3 i4 i4). lia.

(* KEY 98af840ed16e *)
intros s s1 s2 s3 i i1 r h1 h2 h3 h4.
replace (- (113) + i1)%Z with (i1 + - (1) * 113)%Z by ring.
apply (Q_settled_first_weight s s1 s3 i i1 113 r); [lia|lia|exact h2| |exact h3].
intros d D T. rewrite <- (h4 d), <- (h4 113%Z), !Q_t5_bucket_far_32 by lia. reflexivity.

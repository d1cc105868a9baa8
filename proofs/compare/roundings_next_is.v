(* KEY 6ee7f07d01ee *)
intros r r1 r2 r3 r4 i h1 h2. rewrite Z.add_comm. apply (rounded_sum.roundings_next _ _ _ _ r3); [exact h2|].
unfold P_rounds in h1. unfold rounded_sum.near_rounded. replace (r4 - r3) with (r4 + - (1) * r3) by ring. lra.

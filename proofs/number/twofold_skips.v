(* KEY a57498fa726f *)
intros n x s t w r X. rewrite Z.add_comm. exact (twofold_math.twofold_skips n x s t w r X).

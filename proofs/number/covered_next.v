(* KEY 79475063bb32 *)
intros n exact x s C. rewrite Z.add_comm. exact (norm_math.covered_next exact n s x C).

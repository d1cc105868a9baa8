(* KEY d83d89372760 *)
intros n exact x s C. rewrite Z.add_comm. exact (norm_math.squared_next exact n s x C).

(* KEY 96e17b847393 *)
intros n exact x y s a s1 a1 H (E & F). rewrite Z.add_comm.
exact (sum_math.accumulated_next n exact x y s a s1 a1 H (conj (eq_sym E) (eq_sym F))).

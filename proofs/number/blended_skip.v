(* KEY 0ac9ab4fc3f1 *)
intros n exact s a e H. rewrite Z.add_comm. exact (sum_math.blended_skip n exact s a e H).

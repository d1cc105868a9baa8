(* KEY b463f8f66895 *)
intros w m n lane j s e A S. rewrite Z.add_comm. exact (total_math.stride_skip w m n lane j s e A S).

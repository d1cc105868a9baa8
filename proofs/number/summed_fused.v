(* KEY 4e3f613adab5 *)
intros d m x a s p q product S. rewrite !(Z.add_comm 1). exact (sum_math.summed_fused d m x a s p q S).

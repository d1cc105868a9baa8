(* KEY 30ce955584b2 *)
intros x y product. exact (sum_math.summed_product x y).

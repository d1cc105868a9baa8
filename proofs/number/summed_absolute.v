(* KEY 822afe7ce06d *)
intros x y size. exact (sum_math.summed_absolute x y).

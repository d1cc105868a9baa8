(* KEY 7bdf453ac4cd *)
exact sum_math.summed_nothing.

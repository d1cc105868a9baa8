(* KEY 3c2de8193a02 *)
exact sum_math.accumulated_none.

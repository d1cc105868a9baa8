(* KEY cb076294feab *)
exact total_tight_math.accurate_nothing.

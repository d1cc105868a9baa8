(* KEY 64fae7c00e6f *)
exact norm_math.covered_none.

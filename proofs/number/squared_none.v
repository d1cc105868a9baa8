(* KEY d2e1aa25336f *)
exact norm_math.squared_none.

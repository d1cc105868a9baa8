(* KEY 785e107fa660 *)
exact twofold_math.twofold_none.

(* KEY 9e835a50032b *)
exact tight_math.tight_exact.

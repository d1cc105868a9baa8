(* KEY 79529e33327a *)
exact sum_tight_math.gathered_none.

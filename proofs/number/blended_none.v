(* KEY a23d92498714 *)
exact sum_math.blended_none.

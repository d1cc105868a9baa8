(* KEY 064152d935b6 *)
exact sum_tight_math.modest_moderate.

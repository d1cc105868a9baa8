(* KEY 568879b579c5 *)
exact total_tight_math.strides_begin.

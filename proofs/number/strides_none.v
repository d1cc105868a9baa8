(* KEY c3456af5c286 *)
intros w n N. exact (total_math.strides_none w n N).

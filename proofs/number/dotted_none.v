(* KEY e9f1d7fc5c50 *)
intros n N. exact (sum_math.dotted_none n N).

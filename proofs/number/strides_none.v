(* KEY c85e0b7098be *)
intros w m n N. exact (total_math.strides_none w m n N).

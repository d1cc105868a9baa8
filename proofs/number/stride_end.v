(* KEY b62c172e2117 *)
intros w n lane j s e B A S. apply (total_math.stride_end w n lane j s e); [lia|exact S].

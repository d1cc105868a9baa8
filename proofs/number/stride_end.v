(* KEY e8b16a180027 *)
intros w m n lane j s e B A S. apply (total_math.stride_end w m n lane j s e); [lia|exact S].

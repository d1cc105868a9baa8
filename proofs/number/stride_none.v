(* KEY 13ca50260a7d *)
intros w n lane A N B. apply total_math.stride_none; lia.

(* KEY d2af48e071e3 *)
intros w m n lane A N B. apply total_math.stride_none; lia.
